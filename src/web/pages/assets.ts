// Style sheets, scripts, and images, at addresses that change with their content.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../domain/changes/errors.ts'
import { readLibraryFile } from '../../http/server/library-files.ts'
import { StaticFile } from '../../http/server/static-files.ts'
import { programFile } from '../../lib/program-files.ts'

type Asset = { file: StaticFile; path: string }

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const FOLDER = fileURLToPath(programFile('web/assets/'))
const LIBRARY_FILES = ['hls.js', 'uplot.js', 'uplot.css']
const assets = readAssets()

function readAssets(): Map<string, Asset> {
  // Addresses have no folders.
  const own = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => extname(path) in TYPES)
    .map((path) => {
      const name = basename(path)
      return [name, asset(name, readFileSync(join(FOLDER, path)))] as const
    })
  const libraries = LIBRARY_FILES.map((name) => [name, asset(name, readLibraryFile(name))] as const)
  return new Map([...own, ...libraries])
}

function asset(name: string, content: Buffer): Asset {
  const file = new StaticFile(content, TYPES[extname(name)] ?? '')
  return { file, path: `/assets/${file.hash}/${name}` }
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
      reply.header('access-control-allow-origin', '*')
      return asset.file.send(request, reply)
    },
  )
}
