// Runs before the Perfetto UI: notes when a file is handed over and when it is loaded.
(() => {
  navigator.serviceWorker.register = () => new Promise(() => {});
  let handed = null;
  addEventListener("change", ({ target }) => {
    if (target.type === "file") handed ??= performance.now();
  }, true);
  const loaded = () => self.app?.trace?.engine;

  globalThis.perfettoLoaded = async () => {
    while (!loaded()) await new Promise((done) => setTimeout(done, 10));
    return performance.now() - handed;
  };

  globalThis.perfettoKept = async () => {
    const engine = loaded();
    const slices = String((await engine.query("select count(*) n from slice")).iter({}).get("n"));
    const stats = await engine.query("select name, value from stats where severity in ('error', 'data_loss') and value > 0");
    const losses = [];
    for (const row = stats.iter({}); row.valid(); row.next()) losses.push(`${row.get("name")} ${row.get("value")}`);
    const version = document.documentElement.innerHTML.match(/v\d+\.\d+-[0-9a-f]+/)?.[0];
    return { slices, losses, version };
  };
})();
