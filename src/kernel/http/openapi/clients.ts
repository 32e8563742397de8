// The clients that the build generates (clients/make.ts), for people who have only the URL of a server: their files,
// and the commands that install them from there.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../changes/errors.ts'
import { programFile } from '../../lib/program-files.ts'
import { API } from '../api/responses.ts'
import { seenSelfSignedPath } from '../server/curl.ts'
import { originOf } from '../server/hosts.ts'
import { StaticFile } from '../server/static-files.ts'

const PATH = '/docs/clients/'
// Used from source, too, which has no clients of its own.
const FOLDER = programFile('../dist/clients/')

const POSTMAN = 'lectern.postman_collection.json'
const npmPackage = (version: string) => `lectern-client-${version}.tgz`
const pythonPackage = (version: string) => `lectern_client-${version}-py3-none-any.whl`

/** `/docs/clients/<file>` */
export function addClients(app: FastifyInstance, version: string): void {
  const types = new Map([
    [POSTMAN, 'application/json; charset=utf-8'],
    [npmPackage(version), 'application/gzip'],
    [pythonPackage(version), 'application/zip'],
  ])
  const files = new Map<string, StaticFile>()
  app.get<{ Params: { name: string } }>(`${PATH}:name`, { schema: { hide: true } }, (request, reply) => {
    const { name } = request.params
    const type = types.get(name)
    if (type === undefined) throw new Refusal('not_found')
    const file = files.get(name) ?? new StaticFile(readFileSync(new URL(name, FOLDER)), type)
    files.set(name, file)
    return file.sendLatest(request, reply)
  })
}

/** Links and commands for the reader of this page, in HTML. */
export function clientsSection(request: FastifyRequest, version: string): string {
  const origin = originOf(request)
  const [npm, python] = [npmPackage(version), pythonPackage(version)].map((name) => `${PATH}${name}`)
  const isSelfSigned = seenSelfSignedPath(request) !== undefined
  const commands = isSelfSigned
    ? [
        `NODE_EXTRA_CA_CERTS=cert.pem npm install ${origin}${npm}`,
        `pip install httpx\npip install --no-deps --cert cert.pem ${origin}${python}`,
      ]
    : [`npm install ${origin}${npm}`, `pip install ${origin}${python}`]
  const note = isSelfSigned
    ? `<p>The certificate of this server is self-signed. Ask its operator for <code>tls/cert.pem</code> from the data folder, and
save it as <code>cert.pem</code>. Programs trust it with <code>NODE_EXTRA_CA_CERTS=cert.pem</code>, in Python with
<code>SSL_CERT_FILE=cert.pem</code>.</p>`
    : ''
  return `<nav aria-label="Downloads"><a href="${API}/openapi.json">OpenAPI document</a>
<a href="${PATH}${POSTMAN}" download>Postman collection</a> <a href="${npm}">TypeScript client</a>
<a href="${python}">Python client</a> <a href="/problems">All problems</a></nav>
<details><summary>Install a client</summary>${note}${commands.map((command) => `<pre>${command}</pre>`).join('')}</details>`
}
