// Style sheets, scripts, and images, at addresses that change with their content.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'
import { readLibraryFile } from '../../http/server/library-files.ts'
import { acceptsGzip } from './render.tsx'

type Asset = { content: Buffer; type: string }
type Named = Asset & { path: string; packed?: Promise<Buffer> }

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const pack = promisify(gzip)
const FOLDER = new URL('../assets/', import.meta.url)
const LIBRARY_FILES = ['uplot.js', 'uplot.css']
const assets = readAssets()

function readAssets(): Map<string, Named> {
  const own = readdirSync(FOLDER)
    .filter((name) => extname(name) in TYPES)
    .map((name) => [name, asset(name, readFileSync(new URL(name, FOLDER)))] as const)
  const libraries = LIBRARY_FILES.map((name) => [name, asset(name, readLibraryFile(name))] as const)
  return new Map([...own, ...libraries])
}

function asset(name: string, content: Buffer): Named {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  return { content, type: TYPES[extname(name)] ?? '', path: `/assets/${hash}/${name}` }
}

/** The address of an asset. Throws for an unknown name. */
export function assetPath(name: string): string {
  const asset = assets.get(name)
  if (!asset) throw new Error(`There is no asset ${name}.`)
  return asset.path
}

/** A browser requests each version of a file once. */
export const assetRoutes: FastifyPluginAsync = async (app) => {
  app.get<{ Params: { hash: string; name: string } }>(
    '/assets/:hash/:name',
    { config: { operation: 'readAsset' }, schema: { hide: true } },
    async (request, reply) => {
      const asset = assets.get(request.params.name)
      if (!asset || asset.path !== `/assets/${request.params.hash}/${request.params.name}`)
        throw new Refusal('not_found')
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('access-control-allow-origin', '*')
        .header('vary', 'Accept-Encoding')
        .type(asset.type)
      if (!acceptsGzip(request)) return reply.send(asset.content)
      asset.packed ??= pack(asset.content)
      return reply.header('content-encoding', 'gzip').send(await asset.packed)
    },
  )
}
