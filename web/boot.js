// Starts the engine's worker and the page, each as early as the browser can.
//
// A file of its own, not an inline script, so that the page can be served with
// a strict Content-Security-Policy. All URLs are relative to the document: the
// page works below any sub-path.

// A stored theme counts from the first pixel on; src/app/theme.rs keeps it.
try {
  const theme = JSON.parse(localStorage.getItem("lowerscope.theme"));
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden.
}

const meta = (name) => document.querySelector(`meta[name="${name}"]`);
const beside = (file) => new URL(file, document.baseURI);

// A worker's first message is either "ready" or { ready: true } (it listens now; whatever was
// posted before would be lost) or an object { failed: reason }.
function startWorker() {
  return new Promise((resolve, reject) => {
    const worker = new Worker(beside(meta("engine-worker").content), { type: "module", name: "engine" });
    const settle = new AbortController();
    const fail = (reason) => {
      settle.abort();
      worker.terminate();
      reject(new Error(reason));
    };
    worker.addEventListener("message", ({ data }) => {
      if (data !== "ready" && data?.ready !== true) return fail(String(data?.failed ?? data));
      settle.abort();
      resolve(worker);
    }, { signal: settle.signal });
    worker.addEventListener("error", (event) => fail(event.message || "the worker script could not be loaded"), { signal: settle.signal });
  });
}

// Downloaded and compiled side by side with the page; the page's first call takes it.
let early = startWorker();
early.catch(() => {});

globalThis.lowerscope = {
  /** A worker that listens: Promise<Worker>. Every call gives another one. */
  startEngineWorker() {
    const worker = early ?? startWorker();
    early = null;
    return worker;
  },
};

try {
  const page = meta("page-module");
  const { default: init } = await import(beside(page.content));
  await init({ module_or_path: beside(page.dataset.wasm) });
} catch (error) {
  document.getElementById("boot-failed").hidden = false;
  throw error;
}
