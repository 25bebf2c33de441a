// Keeps the page's own files, so that it opens without a network. What it keeps
// is the version whose files are listed here; another version is another script
// and waits until somebody asks for it, or until no page is open any more.
//
// Only files of that list, and example traces that were opened, are answered
// from what is kept. Requests to other hosts, for parts of files, and for
// anything else are left to the browser.

// `cargo xtask build` puts { version, files: { path: SHA-256 in hex }, traces: [path] } here.
// Without it this is a page under development: nothing is kept, and what an
// earlier build kept goes.
const BUILD = null;

const scope = new URL("./", self.location.href);
// Caches are the host's, and pages of several paths may share it.
const prefix = `lowerscope ${scope.pathname} `;
const own = prefix + (BUILD?.version ?? "");
const START = "index.html";

self.addEventListener("install", (event) => {
  if (!BUILD) return self.skipWaiting();
  event.waitUntil(keepFiles());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(BUILD ? takeOver() : vanish());
});

// The reader wants this version now.
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (!BUILD || request.method !== "GET" || request.headers.has("range")) return;
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (request.mode === "navigate") {
    if (path === "" || path === START) event.respondWith(start(request));
  } else if (BUILD.traces.includes(path)) {
    event.respondWith(trace(request, path));
  } else if (path !== START) {
    const kept = path + url.search;
    // A page of the version before asks for that version's files.
    event.respondWith(keptFile(kept).then((answer) => answer ?? fetch(request)));
  }
});

async function keepFiles() {
  const cache = await caches.open(own);
  const keep = async ([path, digest]) => {
    const before = await caches.match(new URL(path, scope), { cacheName: own });
    if (before) return;
    // The start page is the one file that has the same name in every version.
    const answer = await fetch(new URL(path, scope), { cache: path === START ? "no-cache" : "default" });
    const bytes = await answer.arrayBuffer();
    // A host in the middle of an update has files of two versions.
    if (!answer.ok || (await hex(bytes)) !== digest) throw new Error(`${path} is of another version`);
    await cache.put(new URL(path, scope), copy(answer, bytes));
  };
  await Promise.all(Object.entries(BUILD.files).map(keep));
}

/** An answer of ours: one that was redirected may not be given for a page. */
function copy(answer, bytes) {
  const headers = new Headers({ "Content-Type": answer.headers.get("Content-Type") ?? "application/octet-stream" });
  return new Response(bytes, { headers });
}

async function hex(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function start(request) {
  const kept = await caches.match(new URL(START, scope), { cacheName: own });
  return kept ?? fetch(request);
}

async function keptFile(path) {
  for (const name of await ownCaches()) {
    const kept = await caches.match(new URL(path, scope), { cacheName: name });
    if (kept) return kept;
  }
}

/** Examples are kept once somebody has opened them, and asked for anew where
 * there is a network: a file of that name may have changed. */
async function trace(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const cache = await caches.open(own);
      // A full disk keeps nobody from looking at it.
      await cache.put(new URL(path, scope), answer.clone()).catch(() => {});
    }
    return answer;
  } catch (error) {
    const kept = await keptFile(path);
    if (kept) return kept;
    throw error;
  }
}

async function ownCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  return names.sort((a, b) => (b === own) - (a === own));
}

async function takeOver() {
  const before = (await ownCaches()).filter((name) => name !== own);
  const cache = await caches.open(own);
  for (const path of BUILD.traces) {
    const kept = await keptFile(path);
    if (kept) await cache.put(new URL(path, scope), kept);
  }
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = open.filter((client) => client.url.startsWith(scope.href));
  // Another window may still run the version before this one, and ask for more
  // of its files: that one goes with the next version.
  if (pages.length > 1) before.pop();
  for (const name of before) await caches.delete(name);
  await self.clients.claim();
}

async function vanish() {
  for (const name of await ownCaches()) await caches.delete(name);
  const open = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  // What they show came from what was kept.
  for (const client of open) await client.navigate(client.url).catch(() => {});
}
