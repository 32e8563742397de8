// curl commands for people to copy.
import { resolve } from 'node:path'
import type { TLSSocket } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'

/** The path of the self-signed certificate. */
export const selfSignedPath = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  resolve(dataDir, 'tls/cert.pem')

/**
 * The path of the self-signed certificate that this client has seen. Undefined with a configured certificate and behind
 * a proxy that terminates TLS.
 */
export function seenSelfSignedPath({ server: { config }, raw }: FastifyRequest): string | undefined {
  const isDirect = (raw.socket as Partial<TLSSocket>).encrypted === true
  return config.tls === undefined && config.publicUrl === undefined && isDirect
    ? selfSignedPath(config)
    : undefined
}

type CurlRequest = {
  url: string
  key: string
  /** A certificate to trust. */
  caPath: string | undefined
  /** Makes it a PUT with this body. */
  body?: object
}

/** A request for a shell: a GET, or a PUT with a body. */
export function curlCommand({ url, key, caPath, body }: CurlRequest): string {
  const trust = caPath === undefined ? '' : `--cacert ${quoted(caPath)} `
  const sending =
    body === undefined ? '' : `-X PUT -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))} `
  return `curl ${trust}-H 'Authorization: Bearer ${key}' ${sending}${quoted(url)}`
}

type LoggedRequest = { method: string; url: string; body: string | null; isUpload: boolean }

/** A request with any method and body (JSON, or a file for an upload), and a placeholder for the key. */
export function requestCommand({ method, url, body, isUpload }: LoggedRequest): string {
  const json = body === null ? [] : ["-H 'Content-Type: application/json'", `--data ${quoted(body)}`]
  const file = ["-H 'Content-Type: application/octet-stream'", '--data-binary @FILE']
  const parts = [`curl -X ${method} -H 'Authorization: Bearer YOUR_API_KEY'`, ...(isUpload ? file : json)]
  return [...parts, quoted(url)].join(' \\\n  ')
}

/** Quotes a word for the shell (POSIX.1-2024, Shell Command Language, section 2.2.2). */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
