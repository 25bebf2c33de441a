// Runs before the page: listens to its worker, catches its file picker, and
// measures its frames. Costs a copy of a few bytes for each message.
(names) => {
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // A number that messages begin with: seven bits a byte, the highest says that more follow.
  const number = (bytes) => {
    let [value, at] = [0, 0];
    do value += (bytes[at] & 127) * 2 ** (7 * at);
    while (bytes[at++] & 128);
    return [value, at];
  };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  let [events, asked, answers, handed] = [[], new Map(), [], null];

  const Original = globalThis.Worker;
  globalThis.Worker = class Worker extends Original {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const now = performance.now();
        if (data?.[names.event]) {
          const bytes = new Uint8Array(data[names.event]);
          if (bytes[0] !== names.progress) events.push([now, hex(bytes)]);
        } else if (data?.[names.reply]) {
          const [id] = number(new Uint8Array(data[names.reply]));
          if (asked.has(id)) answers.push(now - asked.get(id));
          asked.delete(id);
        }
      });
    }
    postMessage(message, transfer) {
      if (message?.[names.request]) {
        const bytes = new Uint8Array(message[names.request]);
        const [id, at] = number(bytes);
        if (bytes[at] === names.frame) asked.set(id, performance.now());
      }
      super.postMessage(message, transfer);
    }
  };

  // A driver can only fill inputs that are on the page; one that is never shown gets in nobody's way.
  const click = HTMLInputElement.prototype.click;
  HTMLInputElement.prototype.click = function () {
    if (this.type !== "file") return click.call(this);
    this.id = "bench-picker";
    this.hidden = true;
    document.body.append(this);
  };
  addEventListener("change", ({ target }) => {
    if (target.type === "file") handed ??= performance.now();
  }, true);

  const key = (kind, code, letter) => dispatchEvent(new KeyboardEvent(kind, { code, key: letter, bubbles: true, cancelable: true }));

  globalThis.bench = {
    /** Gets the picker out. */
    begin() {
      [events, answers, handed] = [[], [], null];
      dispatchEvent(new KeyboardEvent("keydown", { code: "KeyO", key: "o", ctrlKey: true, bubbles: true, cancelable: true }));
    },

    /** Waits for the first exact frame of a trace that came after begin(), or a failure. */
    async drawn() {
      for (;;) {
        const marks = performance.getEntriesByType("mark").filter((mark) =>
          mark.name.startsWith("lowerscope:first-frame:") && handed !== null && mark.startTime > handed);
        if (marks.length) return { handed, events, drawn: marks[0].startTime };
        if (events.some(([, bytes]) => parseInt(bytes.slice(0, 2), 16) === names.refused)) return { handed, events };
        await wait(20);
      }
    },

    /** Waits for the first comparison drawn after begin(), or a failure. */
    async compared() {
      for (;;) {
        const marks = performance.getEntriesByName("lowerscope:paths-drawn").filter((mark) =>
          handed !== null && mark.startTime > handed);
        if (marks.length) return { handed, events, drawn: marks[0].startTime };
        if (events.some(([, bytes]) => parseInt(bytes.slice(0, 2), 16) === names.refused)) return { handed, events };
        await wait(20);
      }
    },

    /** Shows everything, then holds one key and the other by turns and watches the frames. */
    async move(there, back, ms) {
      const first = answers;
      key("keydown", "Digit0", "0");
      key("keyup", "Digit0", "0");
      while (!JSON.parse(__lowerscope.state()).exact) await wait(20);
      await wait(300);
      const { frame } = JSON.parse(__lowerscope.state());
      __lowerscope.clearDraws();
      answers = [];
      const [ticks, begin] = [[], performance.now()];
      let watching = true;
      const tick = (now) => {
        ticks.push(now);
        if (watching) requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
      for (let way = 0; performance.now() - begin < ms; way++) {
        const letter = way % 2 ? back : there;
        const code = `Key${letter.toUpperCase()}`;
        key("keydown", code, letter);
        await wait(way ? 600 : 300);
        key("keyup", code, letter);
      }
      watching = false;
      await wait(200);
      const draws = JSON.parse(__lowerscope.draws()).map(([, took]) => took);
      const intervals = ticks.slice(1).map((now, at) => now - ticks[at]);
      return { intervals, draws, answers, first, boxes: frame?.boxes ?? 0 };
    },
  };
}
