// The engine's worker: loads the wasm module, whose main() starts to listen,
// and says so. web/boot.js has the other end of this.

// The page's URL carries a version (?v=…) so that a cached worker of an older
// build never meets a newer page; hand it down to the files behind.
const { search } = new URL(import.meta.url);

// Reading goes on in promises. One that fails for a reason that Rust could not
// catch (out of memory, above all) would otherwise end in silence.
addEventListener("unhandledrejection", ({ reason }) => postMessage({ failed: String(reason) }));

try {
  const { default: init } = await import(`./engine_worker.js${search}`);
  await init({ module_or_path: new URL(`./engine_worker_bg.wasm${search}`, import.meta.url) });
  postMessage("ready");
} catch (error) {
  postMessage({ failed: String(error) });
}
