// What `npm run dev` adds to the browser: a script that reloads pages and shows errors, and a page while nothing runs.
export const EVENTS_PATH = '/__dev/events'
/** All components on one page. */
export const COMPONENTS_PATH = '/__dev/components'
export const SCRIPT_PATH = '/__dev/client.js'

/** What the browser shows. Pages reload when `build` changes. */
export type DevState = { build: number; errors: string }

// Browsers open six connections to a host. Only the visible tab keeps one open for events.
export const clientScript = `
let events, build = document.currentScript?.dataset.build
const box = document.createElement('pre')
box.style.cssText = 'position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;margin:0;padding:1rem;z-index:2147483647;' +
  'background:#300;color:#fdd;font:13px/1.5 monospace;white-space:pre-wrap'
function show(state) {
  if (build !== undefined && String(state.build) !== build) return location.reload()
  build = String(state.build)
  box.textContent = state.errors
  if (state.errors) document.body.append(box)
  else box.remove()
}
function listen() {
  events?.close()
  if (document.hidden) return
  events = new EventSource('${EVENTS_PATH}')
  events.onmessage = (event) => show(JSON.parse(event.data))
}
document.addEventListener('visibilitychange', listen)
listen()
`

/** Adds the script at the end of a page. Pages for signed-in users admit scripts by the nonce of their policy. */
export function addClientScript(html: string, policy: string, { build }: DevState): string {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  return `${html}<script src="${SCRIPT_PATH}" data-build="${build}"${nonce ? ` nonce="${nonce}"` : ''}></script>`
}

/** The page while the server cannot start. */
export function errorPage(state: DevState): string {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lectern cannot start</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}pre{white-space:pre-wrap}</style>
<h1>Lectern cannot start</h1><p>This page reloads when the error is fixed.</p>`
  return addClientScript(page, '', state)
}
