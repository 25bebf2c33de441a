// Runs reading in workers: ours and JSON.parse, on the file that was picked.

const query = new URL(location).searchParams;
const names = JSON.parse(query.get("names"));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

// The worker, and a promise of the first message that `wanted` takes.
function start(url) {
  const worker = new Worker(url, { type: "module" });
  const next = (wanted) => new Promise((resolve, reject) => {
    const settle = new AbortController();
    const { signal } = settle;
    const end = (how, what) => {
      settle.abort();
      how(what);
    };
    worker.addEventListener("error", (event) => end(reject, new Error(event.message)), { signal });
    worker.addEventListener("message", ({ data }) => {
      if (data[names.failed] ?? data.error) end(reject, new Error(data[names.failed] ?? data.error));
      else if (wanted(data)) end(resolve, data);
    }, { signal });
  });
  return { worker, next, listens: next((data) => data.listening) };
}

const engines = new Map();
let loads = 0;

globalThis.bench = {
  /** Reads the picked file in the worker of this name, which is started when there is none. `keep`: from memory. */
  async read(name, keep) {
    if (!engines.has(name)) engines.set(name, start(`engine.js?page=${encodeURIComponent(query.get("page"))}`));
    const { worker, next, listens } = engines.get(name);
    await listens;
    const [file] = document.getElementById("file").files;
    const events = [];
    worker.postMessage({ keep });
    const done = next((data) => {
      const now = performance.now();
      const bytes = data[names.event] && new Uint8Array(data[names.event]);
      if (bytes && bytes[0] !== names.progress) events.push([now, hex(bytes)]);
      return bytes?.[0] === names.done;
    });
    const begin = performance.now();
    worker.postMessage({ [names.open]: loads++, [names.file]: file, [names.name]: file.name });
    await done;
    const memory = next((data) => data.memory);
    worker.postMessage({ askMemory: true });
    return { begin, events, memory: (await memory).memory };
  },

  /** Sends a request and waits for a reply. */
  async request(name, bytes) {
    const { worker, next } = engines.get(name);
    const reply = next((data) => data[names.reply]);
    const { buffer } = Uint8Array.from(bytes.match(/../g), (pair) => parseInt(pair, 16));
    worker.postMessage({ [names.request]: buffer }, [buffer]);
    await reply;
  },

  /** Ends a worker with all its memory. */
  end(name) {
    engines.get(name)?.worker.terminate();
    engines.delete(name);
  },

  /** JSON.parse of the picked file, in a worker of its own. */
  async parse() {
    const { worker, next, listens } = start("parse.js");
    await listens;
    const [file] = document.getElementById("file").files;
    const parsed = next((data) => data.parse);
    worker.postMessage(file);
    try {
      return await parsed;
    } finally {
      worker.terminate();
    }
  },
};
