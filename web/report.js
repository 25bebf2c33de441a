// Runs in a saved report: zooms its timeline, and hands its traces to the page.
// Nothing here fetches anything; without it the report reads the same.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";

  // ---- Zoom -----------------------------------------------------------------
  for (const timeline of document.querySelectorAll(".zoom .timeline")) {
    const svg = timeline.ownerSVGElement;
    const px = Number(timeline.dataset.px);
    const ns = Number(timeline.dataset.ns);
    const axis = timeline.querySelector(".axis");
    const foot = Number(timeline.querySelector(".fixed rect").getAttribute("y"));
    const ink = axis.querySelector("text")?.getAttribute("fill") ?? "currentColor";
    const grid = axis.querySelector("rect")?.getAttribute("fill") ?? "none";
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `11px ${getComputedStyle(svg).fontFamily}`;
    const wide = (text) => pen.measureText(text).width;

    // Where everything stands while nothing is zoomed.
    const boxes = [];
    const others = [];
    for (const node of timeline.querySelector(".lanes").children) {
      const x = node.tagName === "path" ? node.getBBox().x : Number(node.getAttribute("x"));
      if (node.classList.contains("box")) {
        const rects = [...node.querySelectorAll("rect")];
        const rect = rects[0];
        const title = node.querySelector("title").textContent;
        const texts = [...node.querySelectorAll("text")];
        boxes.push({
          node, rects, texts, title,
          x: Number(rect.getAttribute("x")), w: Number(rect.getAttribute("width")),
          y: Number(rect.getAttribute("y")), h: Number(rect.getAttribute("height")),
          ink: texts[0]?.getAttribute("fill") ?? rect.dataset.ink ?? "var(--fg)",
          thin: rect.getAttribute("fill"), wide: rect.dataset.wide ?? rect.getAttribute("fill"),
        });
      } else {
        others.push({ node, x, w: Number(node.getAttribute("width") ?? 0) });
      }
    }

    let from = 0;
    let span = px;
    const place = (x) => ((x - from) / span) * px;

    const fit = (text, room) => {
      if (wide(text) <= room) return text;
      let end = text.length;
      while (end > 1 && wide(text.slice(0, end) + "…") > room) end -= Math.max(1, end >> 3);
      return end > 1 ? text.slice(0, end).trimEnd() + "…" : "";
    };
    const setRect = (rect, x, w) => {
      rect.setAttribute("x", x);
      rect.setAttribute("width", Math.max(w, 0.5));
    };
    const drawBox = (box) => {
      const x = place(box.x);
      const w = (box.w / span) * px;
      const gone = x + w < 0 || x > px;
      box.node.style.display = gone ? "none" : "";
      if (gone) return;
      setRect(box.rects[0], x, w);
      box.rects[0].setAttribute("fill", w < 3 ? box.thin : box.wide);
      if (box.rects[1]) setRect(box.rects[1], x, 1);
      for (const text of box.texts.splice(0)) text.remove();
      const left = Math.max(x, 0);
      const label = fit(box.title, Math.min(x + w, px) - left - 10);
      if (label === "") return;
      const text = document.createElementNS(SVG, "text");
      text.setAttribute("x", left + 5);
      text.setAttribute("y", box.y + box.h / 2 + 4);
      text.setAttribute("font-size", 11);
      text.setAttribute("fill", box.ink);
      text.textContent = label;
      box.node.append(text);
      box.texts.push(text);
    };

    const step = (least) => {
      const power = 10 ** Math.floor(Math.log10(least));
      return [1, 2, 5, 10].map((m) => m * power).find((s) => s >= least * 0.999999);
    };
    const drawAxis = () => {
      const [start, end] = [(from / px) * ns, ((from + span) / px) * ns];
      const by = step((end - start) / Math.max(2, px / 110));
      const [scale, unit] = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]].find(([s]) => end >= s) ?? [1, "ns"];
      const digits = Math.max(0, Math.ceil(-Math.log10(by / scale) - 1e-9));
      axis.replaceChildren();
      for (let i = Math.ceil(start / by), n = 0; i * by <= end && n < 60; i += 1, n += 1) {
        const x = place(((i * by) / ns) * px);
        for (const [y, h] of [[0, foot], [foot, 5]]) {
          const rect = document.createElementNS(SVG, "rect");
          setRect(rect, x, 1);
          rect.setAttribute("y", y);
          rect.setAttribute("height", h);
          rect.setAttribute("fill", grid);
          axis.append(rect);
        }
        const text = document.createElementNS(SVG, "text");
        text.setAttribute("x", x + 4);
        text.setAttribute("y", foot + 15);
        text.setAttribute("font-size", 11);
        text.setAttribute("fill", ink);
        text.textContent = ((i * by) / scale).toFixed(i === 0 ? 0 : digits) + (n === 0 ? ` ${unit}` : "");
        axis.append(text);
      }
    };
    const draw = () => {
      span = Math.min(Math.max(span, px * 1e-4), px);
      from = Math.min(Math.max(from, 0), px - span);
      // While all is shown, a finger scrolls the page; then it moves the timeline.
      svg.classList.toggle("zoomed", span < px);
      boxes.forEach(drawBox);
      for (const { node, x, w } of others) {
        if (node.tagName === "rect") setRect(node, place(x), (w / span) * px);
        else if (node.tagName === "text") node.setAttribute("x", place(x));
        else node.setAttribute("transform", `translate(${place(x) - x} 0)`);
      }
      drawAxis();
    };
    const zoom = (at, factor) => {
      const fixed = from + at * span;
      span = Math.min(Math.max(span * factor, px * 1e-4), px);
      from = fixed - at * span;
      draw();
    };
    const gutter = Number(svg.getAttribute("width")) - px;
    // Share of the timeline that a pointer is at.
    const at = (event) => {
      const all = svg.getBoundingClientRect();
      const unit = all.width / Number(svg.getAttribute("width"));
      return Math.min(Math.max(((event.clientX - all.left) / unit - gutter) / px, 0), 1);
    };
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
      event.preventDefault();
      zoom(at(event), Math.exp((event.deltaY || event.deltaX) * 0.003));
    }, { passive: false });
    let drag = null;
    svg.addEventListener("pointerdown", (event) => {
      if (span === px) return;
      drag = { x: at(event), from };
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (drag === null || !(event.buttons & 1)) return;
      from = drag.from + (drag.x - at(event)) * span;
      draw();
    });
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { drag = null; });
    svg.addEventListener("dblclick", (event) => zoom(at(event), 0.5));
    svg.addEventListener("keydown", (event) => {
      const acts = {
        "+": () => zoom(0.5, 0.5), "=": () => zoom(0.5, 0.5), w: () => zoom(0.5, 0.5),
        "-": () => zoom(0.5, 2), s: () => zoom(0.5, 2),
        ArrowLeft: () => { from -= span * 0.2; draw(); }, a: () => { from -= span * 0.2; draw(); },
        ArrowRight: () => { from += span * 0.2; draw(); }, d: () => { from += span * 0.2; draw(); },
        0: () => { from = 0; span = px; draw(); },
      };
      const act = event.ctrlKey || event.metaKey || event.altKey ? null : acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
    svg.setAttribute("tabindex", "0");
    for (const button of svg.closest(".zoom").querySelectorAll("button[data-zoom]")) {
      button.hidden = false;
      const factor = Number(button.dataset.zoom);
      button.addEventListener("click", () => {
        if (factor === 0) { from = 0; span = px; draw(); } else zoom(0.5, factor);
      });
    }
  }

  // ---- Handing over -----------------------------------------------------------
  const open = document.querySelector("#open");
  if (open === null) return;
  open.addEventListener("click", (event) => {
    event.preventDefault();
    const page = window.open(open.href, "_blank");
    const status = document.querySelector("#status");
    const say = (id) => { status.textContent = status.dataset[id] ?? ""; };
    if (page === null) return say("blocked");
    say("waiting");
    const origin = new URL(open.href).origin;
    const bytes = (link) => Uint8Array.from(atob(link.href.slice(link.href.indexOf(",") + 1)), (c) => c.charCodeAt(0));
    let tries = 0;
    const ask = setInterval(() => {
      tries += 1;
      if (tries > 600 || page.closed) {
        clearInterval(ask);
        removeEventListener("message", hear);
        say(page.closed ? "none" : "silent");
        return;
      }
      page.postMessage("PING", origin);
    }, 100);
    const hear = (answer) => {
      if (answer.source !== page || answer.data !== "PONG") return;
      clearInterval(ask);
      removeEventListener("message", hear);
      for (const link of document.querySelectorAll("a.trace")) {
        const buffer = bytes(link).buffer;
        page.postMessage({ perfetto: { buffer, title: document.title, fileName: link.download } }, origin, [buffer]);
      }
      say("sent");
    };
    addEventListener("message", hear);
  });
})();
