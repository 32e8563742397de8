// Style sheets, scripts, and images, at addresses that change with their content.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { FONT_RANGES, fontFile, readLibraryFile } from '../../kernel/http/server/library-files.ts'
import { StaticFile } from '../../kernel/http/server/static-files.ts'
import { ASSET_FOLDERS, programFile } from '../../kernel/lib/program-files.ts'
import { timetableSheet } from './timetable-sheet.ts'

type Asset = { file: StaticFile; path: string }

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const LIBRARY_FILES = ['hls.js', 'uplot.js', 'uplot.css', ...FONT_RANGES.map(fontFile)]
const COMMON_SHEETS = ['fonts.css', 'tokens.css', 'base.css', 'components.css']
/**
 * Sheets that are sent as one, with the colors of the platform (`theme.ts`). A browser shows nothing before it has all
 * sheets, and on a phone each further connection takes half a second.
 */
const BUNDLES = {
  /** Sheets for every page. */
  'common.css': COMMON_SHEETS,
  /** Sheets for public pages, all at the same address. */
  'site.css': [
    ...COMMON_SHEETS,
    ...['public.css', 'favorites.css', 'home.css', 'people.css', 'sponsors.css', 'agenda.css'],
    ...['talk.css', 'stage.css', 'live.css', 'viewers.css', 'surveys.css', 'questions.css'],
  ],
  /** With two sheets, the frame of the player would move when the second one arrives. */
  'player.css': [...COMMON_SHEETS, 'player.css'],
} satisfies Record<string, readonly string[]>
/** Account pages need it, too. */
const ALSO_ALONE = 'favorites.css'

/** An import of a module beside a script. */
const IMPORT = /^import [^']*'\.\/([\w-]+\.js)'\n/gm

export type Bundle = keyof typeof BUNDLES

const sources = readSources()
const assets = readAssets()
const trackColors = readTrackColors()

function readAssets(): Map<string, Asset> {
  const found = new Map(LIBRARY_FILES.map((name) => [name, asset(name, readLibraryFile(name))]))
  sources.set('timetable.css', `${sources.get('timetable.css')}\n${timetableSheet()}`)
  const bundled = new Set([...Object.values(BUNDLES).flat(), ...[...sources.values()].flatMap(importsOf)])
  bundled.delete(ALSO_ALONE)
  for (const name of sources.keys())
    if (!bundled.has(name)) found.set(name, asset(name, Buffer.from(withAddresses(joined(name), found))))
  return found
}

/** Our own assets by name, because addresses have no folders. Sheets are sent without comments. */
function readSources(): Map<string, string> {
  const paths = ASSET_FOLDERS.map((folder) => fileURLToPath(programFile(folder))).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const read = (path: string) => readFileSync(path, 'utf8')
  return new Map(
    paths
      .filter((path) => extname(path) in TYPES)
      .map((path) => [basename(path), extname(path) === '.css' ? withoutComments(read(path)) : read(path)]),
  )
}

function importsOf(script: string): string[] {
  return [...script.matchAll(IMPORT)].map(([, name = '']) => name)
}

/** A script with the modules that it imports, which are sent as one. They share a scope, so all their names differ. */
function joined(name: string, known = new Set<string>()): string {
  known.add(name)
  const text = sources.get(name)
  if (text === undefined) throw new Error(`There is no asset ${name}.`)
  const imported = importsOf(text).map((one) => (known.has(one) ? '' : joined(one, known)))
  return [...imported, text.replaceAll(IMPORT, '').replaceAll(/^export /gm, '')].join('')
}

function withoutComments(sheet: string): string {
  return sheet.replaceAll(/\/\*[\s\S]*?\*\/\n?/g, '')
}

/** The colors of tracks in the light scheme, from the sheet that defines them. */
function readTrackColors(): string[] {
  const sheet = sources.get('tokens.css') ?? ''
  return [...sheet.matchAll(/--track: light-dark\((#[0-9a-f]{6})/g)].map(([, color = '']) => color)
}

/** The color of `.track-N` on light surfaces. */
export const trackColor = (index: number): string => trackColors[index] ?? ''

/** Replaces the names of library files in `url("…")` with their addresses. */
function withAddresses(text: string, files: ReadonlyMap<string, Asset>): string {
  return text.replaceAll(/url\("([\w.-]+)"\)/g, (whole, name) => {
    const path = files.get(name)?.path
    return path ? `url("${path}")` : whole
  })
}

function asset(name: string, content: Buffer): Asset {
  const file = new StaticFile(content, TYPES[extname(name)] ?? '')
  return { file, path: `/assets/${file.hash}/${name}` }
}

/** The text of a bundle. */
export const bundleText = (name: Bundle): string =>
  withAddresses(BUNDLES[name].map((part) => sources.get(part)).join('\n'), assets)

export const isBundle = (name: string): name is Bundle => Object.hasOwn(BUNDLES, name)

/** The address of an asset. Throws for an unknown name. */
export const assetPath = (name: string): string => requireAsset(name).path

function requireAsset(name: string): Asset {
  const asset = assets.get(name)
  if (!asset) throw new Error(`There is no asset ${name}.`)
  return asset
}

/** A service worker controls the pages below its own address. The policy applies to its own requests. */
const WORKER = 'service-worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** A browser requests each version of a file once. */
export const assetRoutes: FastifyPluginAsync = async (app) => {
  app.get(
    `/${WORKER}`,
    { config: { operation: 'readServiceWorker' }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('content-security-policy', WORKER_POLICY)
      return requireAsset(WORKER).file.sendLatest(request, reply)
    },
  )

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
