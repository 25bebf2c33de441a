// The worker that reads Parquet tables: loads the wasm module, whose main()
// starts to listen, and says so. The engine's worker starts it with the first
// table; its URL carries the version (?v=…) of the engine's.

const { search } = new URL(import.meta.url);

// A damaged table can make the reader trap. Nobody else may hear of it: an
// error that is not caught here would be taken for one of the engine's worker.
addEventListener("error", (event) => {
  event.preventDefault();
  postMessage({ failed: event.message });
});

try {
  const { default: init } = await import(`./parquet_worker.js${search}`);
  await init({ module_or_path: new URL(`./parquet_worker_bg.wasm${search}`, import.meta.url) });
  postMessage("ready");
} catch (error) {
  postMessage({ failed: String(error) });
}
