// Keeps the page's own files, so that it opens without a network. What it keeps
// is the version whose files are listed here; another version is another script
// and waits until somebody asks for it, or until no page is open any more.
//
// Only files of that list are answered from what is kept; those that few people
// need, such as larger examples, are kept when they are first asked for. Requests to other hosts, for parts of files, and for
// anything else are left to the browser.

// `cargo xtask build` puts { version, files, later, traces } here: the first two have
// paths with the SHA-256 of their contents in hex, traces is a list of paths.
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
    if (path === "" || path === START) event.respondWith(start(event));
  } else if (BUILD.traces.includes(path)) {
    event.respondWith(trace(request, path));
  } else if (Object.hasOwn(BUILD.later, path + url.search)) {
    event.respondWith(laterFile(path + url.search));
  } else if (path !== START && isPart(path, url.search)) {
    event.respondWith(keptFile(path + url.search).then((answer) => answer ?? fetch(request)));
  }
});

/** Whether it is a file of the page: of this version, or, as a page of the one
 * before asks for it, one whose name or query tells its version. */
function isPart(path, query) {
  return Object.hasOwn(BUILD.files, path + query) || /^\?v=/.test(query) || /^[\w-]+-[0-9a-f]{12,}(_bg)?\.\w+$/.test(path);
}

async function keepFiles() {
  await Promise.all(Object.keys(BUILD.files).map(keep));
  // Who needed these before will need them again.
  const needed = new Set();
  for (const name of await ownCaches()) {
    for (const request of await (await caches.open(name)).keys()) needed.add(new URL(request.url).pathname);
  }
  const later = Object.keys(BUILD.later).filter((path) => needed.has(new URL(path, scope).pathname));
  await Promise.all(later.map(keep));
}

/** Fetches a file and keeps it, if it is of this version; gives it. */
async function keep(path) {
  const before = await caches.match(new URL(path, scope), { cacheName: own });
  if (before) return before;
  // The start page is the one file that has the same name in every version.
  const answer = await fetch(new URL(path, scope), { cache: path === START ? "no-cache" : "default" });
  const bytes = await answer.arrayBuffer();
  // A host in the middle of an update has files of two versions.
  const digest = BUILD.files[path] ?? BUILD.later[path];
  if (!answer.ok || (await hex(bytes)) !== digest) throw new Error(`${path} is of another version`);
  const kept = copy(answer, bytes);
  const cache = await caches.open(own);
  await cache.put(new URL(path, scope), kept.clone());
  return kept;
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

async function start(event) {
  const kept = await caches.match(new URL(START, scope), { cacheName: own });
  // What is kept can be lost: other pages of this host share its room.
  if (!kept) event.waitUntil(keepFiles().catch(() => {}));
  return kept ?? fetch(event.request);
}

/** A file that does not come, or is of another version, fails as without this. */
async function laterFile(path) {
  return (await keptFile(path)) ?? keep(path).catch(() => Response.error());
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
