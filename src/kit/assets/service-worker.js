// Keeps the public pages that someone has opened, so that they can be read offline. Pages always come from the network
// if it answers. Pages of a signed-in user are kept only for that user and session, which `lectern-viewer` identifies.
const PAGES = 'pages-1'
const FILES = 'files-1'
const VIEWER = 'viewer-1'
const MOST = { [PAGES]: 80, [FILES]: 150 }
const OFFLINE = '/offline'
const MY_AGENDA = '/my-agenda'
/** The talks of a visitor without an account, which the page requests with POST. */
const POSTED = `${MY_AGENDA}?posted`
const OWN_FILE = /^\/(?:assets|theme)\//

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('message', (event) => {
  if (typeof event.data?.keep === 'string') event.waitUntil(keepAgain(event.data.keep))
})
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST') {
    if (pathname === '/sign-out') event.waitUntil(caches.delete(PAGES))
    else if (pathname === MY_AGENDA && request.mode !== 'navigate') event.respondWith(readMyAgenda(request))
  } else if (request.method !== 'GET') return
  else if (request.mode === 'navigate') event.respondWith(readPage(event))
  else if (OWN_FILE.test(pathname)) event.respondWith(readFile(request))
})

async function install() {
  // Without cookies, this is the page of a visitor.
  const page = await fetch(OFFLINE, { credentials: 'omit' })
  if (!page.ok) throw new Error(`Refused with ${page.status}.`)
  await keepFilesOf(page.clone())
  await put(FILES, OFFLINE, page)
  await skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  const known = [PAGES, FILES, VIEWER]
  await Promise.all(names.filter((name) => !known.includes(name)).map((name) => caches.delete(name)))
  // The browser requests a page while this worker is starting.
  await registration.navigationPreload?.enable()
  await clients.claim()
}

async function readPage(event) {
  const { request } = event
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    const copy = response.clone()
    event.waitUntil(keepPage(request.url, copy))
    return response
  } catch (error) {
    const kept = (await findPage(request.url)) ?? (await caches.match(OFFLINE, { cacheName: FILES }))
    if (!kept) throw error
    return markOffline(kept)
  }
}

async function findPage(url) {
  const { until } = await readViewer()
  if (until <= Date.now()) return undefined
  const options = { cacheName: PAGES, ignoreVary: true }
  // Other parameters of a talk only change its time zone or language.
  return caches.match(url, { ...options, ignoreSearch: new URL(url).pathname.startsWith('/talks/') })
}

/** The page, with the notice that it comes from this device. */
async function markOffline(page) {
  const text = await page.text()
  const headers = new Headers(page.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(text.replace('id="offline" hidden', 'id="offline"'), { headers })
}

async function readMyAgenda(request) {
  try {
    const response = await fetch(request)
    if (response.ok) await put(PAGES, POSTED, response.clone())
    return response
  } catch (error) {
    const kept = await caches.match(POSTED, { cacheName: PAGES, ignoreVary: true })
    if (!kept) throw error
    return kept
  }
}

/** The address of a file changes with its content, so a kept file is never outdated. */
async function readFile(request) {
  return (await caches.match(request.url, { cacheName: FILES, ignoreVary: true })) ?? fetch(request)
}

/** Keeps a page that the worker has not seen, because it was opened before the worker existed. */
async function keepAgain(url) {
  if (new URL(url).origin === location.origin) await keepPage(url, await fetch(url))
}

/** Keeps a public page. Every page says who is signed in, so pages of a session that has ended are not kept any longer. */
async function keepPage(url, response) {
  const viewer = response.headers.get('lectern-viewer')
  if (viewer === null) return
  const before = await readViewer()
  if (before.id !== viewer.split(' ')[0]) await caches.delete(PAGES)
  if (before.text !== viewer) await put(VIEWER, VIEWER, new Response(viewer))
  if (response.status !== 200 || response.redirected || !response.headers.has('lectern-keep')) return
  await keepFilesOf(response.clone())
  await put(PAGES, url.split('#')[0], response)
}

/** Whose pages are kept, and until when they can be read. */
async function readViewer() {
  const text = await (await caches.match(VIEWER, { cacheName: VIEWER }))?.text()
  const [id, until = Number.POSITIVE_INFINITY] = text?.split(' ') ?? []
  return { text, id, until: Number(until) }
}

async function keepFilesOf(page) {
  const cache = await caches.open(FILES)
  const paths = (await page.text()).matchAll(/ (?:href|src)="(\/(?:assets|theme)\/[^"]+)"/g)
  const missing = []
  for (const [, path] of paths) if (!(await cache.match(path, { ignoreVary: true }))) missing.push(path)
  await cache.addAll(new Set(missing))
}

/** Puts a response into a cache, and drops the oldest ones if there are too many. */
async function put(name, key, response) {
  const cache = await caches.open(name)
  await cache.put(key, response)
  const keys = await cache.keys()
  const excess = keys.length - (MOST[name] ?? keys.length)
  for (const old of keys.slice(0, Math.max(0, excess))) await cache.delete(old)
}
