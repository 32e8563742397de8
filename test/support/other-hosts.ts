// The rest of the internet, as far as the browser of a test can see: pictures and a page named "Elsewhere".
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { generate } from 'selfsigned'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#789"/></svg>'
const PAGE = '<!doctype html><html lang="en"><title>Elsewhere</title><h1>Elsewhere</h1></html>'

/** A server on a free port of this machine. It answers images and documents, and closes all other requests. */
export async function startOtherHosts(): Promise<Server> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'elsewhere' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  })
  const server = createServer({ cert, key }, ({ headers }, response) => {
    const kind = headers['sec-fetch-dest']
    if (kind === 'image') response.setHeader('content-type', 'image/svg+xml').end(PICTURE)
    else if (kind === 'document' || kind === 'iframe')
      response.setHeader('content-type', 'text/html').end(PAGE)
    else response.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}
