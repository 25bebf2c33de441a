// The browser's own JSON.parse in a worker. Only parsing is timed for the
// comparison; getting the bytes and decoding them is told apart.

addEventListener("message", async ({ data: file }) => {
  try {
    const begin = performance.now();
    const stream = file.name.endsWith(".gz") ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
    const bytes = await new Response(stream).arrayBuffer();
    const loaded = performance.now();
    const text = new TextDecoder().decode(bytes);
    const decoded = performance.now();
    const value = JSON.parse(text);
    const parsed = performance.now();
    const events = (value.traceEvents ?? value).length;
    postMessage({ parse: parsed - decoded, all: parsed - begin, load: loaded - begin, events });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});
postMessage({ listening: true });
