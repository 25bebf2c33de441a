// The worker that reads Parquet tables: loads the wasm module, whose main()
// starts to listen, and says so. The engine's worker starts it with the first
// table; its URL carries the version (?v=…) of the engine's.

const { search } = new URL(import.meta.url);

try {
  const { default: init } = await import(`./parquet_worker.js${search}`);
  await init({ module_or_path: new URL(`./parquet_worker_bg.wasm${search}`, import.meta.url) });
  postMessage("ready");
} catch (error) {
  postMessage({ failed: String(error) });
}
