// The page's own worker, started as web/worker.js does it, that also tells the
// size of its memory, and can keep what it reads: then a file read again comes
// from memory, without the browser's ways between a worker and the disk.

const page = new URL(import.meta.url).searchParams.get("page");
const { default: init } = await import(`${page}engine_worker.js`);
const { memory } = await init({ module_or_path: `${page}engine_worker_bg.wasm` });

const kept = new Map();
let keep = false;
const { slice } = Blob.prototype;
Blob.prototype.slice = function (from, to, type) {
  const part = slice.call(this, from, to, type);
  if (!keep) return part;
  return {
    arrayBuffer() {
      const place = `${from}-${to}`;
      if (!kept.has(place)) kept.set(place, part.arrayBuffer());
      return kept.get(place);
    },
  };
};

addEventListener("message", ({ data }) => {
  keep = data.keep ?? keep;
  if (data.askMemory) postMessage({ memory: memory.buffer.byteLength });
});
postMessage({ listening: true });
