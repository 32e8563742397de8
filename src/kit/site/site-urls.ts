// Addresses of public pages.
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../kernel/http/server/hosts.ts'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** A path with its non-empty parameters. A list becomes one parameter per value. */
export function addressOf(path: string, query: Readonly<Record<string, string | readonly string[]>>): string {
  const said = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === '' ? [] : [[name, value]])),
  )
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`
}

/** A path or URL for other sites. */
export const absoluteUrl = (request: FastifyRequest, url: string): string =>
  url.startsWith('/') ? `${originOf(request)}${url}` : url
