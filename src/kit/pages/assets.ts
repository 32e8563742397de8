// Style sheets, scripts, and images, at addresses that change with their content.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { pageHooks } from '../../kernel/changes/features.ts'
import { FONT_RANGES, fontFile, readLibraryFile } from '../../kernel/http/server/library-files.ts'
import { StaticFile } from '../../kernel/http/server/static-files.ts'
import { once } from '../../kernel/lib/data/once.ts'
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
const bundles = once(
  (): Record<string, readonly string[]> => ({
    'common.css': COMMON_SHEETS,
    'site.css': [...COMMON_SHEETS, 'public.css', ...pageHooks.of('siteSheets').flat()],
    ...Object.fromEntries(pageHooks.of('frameSheet').map((name) => [name, [...COMMON_SHEETS, name]])),
  }),
)

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** Style sheets for public pages, which have all of them at the same address. */
    siteSheets?: readonly string[]
    /** Style sheets for the page of a talk and the pages around it, which have all of them in `talk-pages.css`. */
    talkSheets?: readonly string[]
    /** The sheet of a page in a frame, which would move when a second one arrives. */
    frameSheet?: string
  }
}

/** An import of another script. */
const IMPORT = /^import [^']*'[./]+(?:[\w-]+\/)*([\w-]+\.js)'\n/gm

const sources = once(readSources)
const assets = once(readAssets)
const trackColors = once(readTrackColors)

function readAssets(): Map<string, Asset> {
  const found = new Map(LIBRARY_FILES.map((name) => [name, asset(name, readLibraryFile(name))]))
  const imported = new Set([...sources().values()].flatMap(importsOf))
  found.set('talk-pages.css', asset('talk-pages.css', Buffer.from(textOf(pageHooks.of('talkSheets').flat()))))
  for (const name of sources().keys())
    if (!imported.has(name)) found.set(name, asset(name, Buffer.from(withAddresses(joined(name), found))))
  return found
}

/** Our own assets by name, because addresses have no folders. They are sent packed. */
function readSources(): Map<string, string> {
  const paths = ASSET_FOLDERS.map((folder) => fileURLToPath(programFile(folder))).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const read = (path: string) => readFileSync(path, 'utf8')
  const found = new Map(
    paths
      .filter((path) => extname(path) in TYPES)
      .map((path) => [basename(path), packed(extname(path), read(path))]),
  )
  return found.set('timetable.css', `${found.get('timetable.css')}\n${timetableSheet()}`)
}

function importsOf(script: string): string[] {
  return [...script.matchAll(IMPORT)].map(([, name = '']) => name)
}

/** A script with the modules that it imports, which are sent as one. They share a scope, so all their names differ. */
function joined(name: string, known = new Set<string>()): string {
  known.add(name)
  const text = sources().get(name)
  if (text === undefined) throw new Error(`There is no asset ${name}.`)
  const imported = importsOf(text).map((one) => (known.has(one) ? '' : joined(one, known)))
  return [...imported, text.replaceAll(IMPORT, '').replaceAll(/^export /gm, '')].join('')
}

/** Lines that are nothing but a comment, and all types of a script. */
const SCRIPT_COMMENTS =
  /^[ \t]*\/\/.*\n|^[ \t]*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n|\/\*\*(?:(?!\*\/)[\s\S])*\*\/ ?/gm

/** Without comments and the spaces that separate nothing. No string of a script has more than one line. */
function packed(type: string, text: string): string {
  if (type === '.js') return text.replaceAll(SCRIPT_COMMENTS, '').replaceAll(/^\s+/gm, '')
  if (type !== '.css') return text
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>/]) ?|([:(]) | (?=\))/g, '$1$2')
    .replaceAll(';}', '}')
    .replaceAll(/(?<=[ (,:-])0\.(?=\d)/g, '.')
}

/** The colors of tracks in the light scheme, from the sheet that defines them. */
function readTrackColors(): string[] {
  const sheet = sources().get('tokens.css') ?? ''
  return [...sheet.matchAll(/--track:light-dark\((#[0-9a-f]{6})/g)].map(([, color = '']) => color)
}

/** The color of `.track-N` on light surfaces. */
export const trackColor = (index: number): string => trackColors()[index] ?? ''

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

/** The texts of the sheets that are sent as one, by name. */
export const bundleTexts = once(
  () =>
    new Map(Object.entries(bundles()).map(([name, parts]) => [name, withAddresses(textOf(parts), assets())])),
)

/** The text of sheets that are sent as one. */
const textOf = (names: readonly string[]): string => names.map((name) => sources().get(name)).join('')

/** The address of an asset. Throws for an unknown name. */
export const assetPath = (name: string): string => requireAsset(name).path

function requireAsset(name: string): Asset {
  const asset = assets().get(name)
  if (!asset) throw new Error(`There is no asset ${name}.`)
  return asset
}

/** A service worker controls the pages below its own address. The policy applies to its own requests. */
const WORKER = 'service-worker.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** A browser requests each version of a file once. */
export const assetRoutes: FastifyPluginAsync = async (app) => {
  // Read at the start, so that a missing file is noticed then.
  assets()
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
      const asset = assets().get(request.params.name)
      if (!asset || asset.path !== `/assets/${request.params.hash}/${request.params.name}`)
        throw new Refusal('not_found')
      reply.header('access-control-allow-origin', '*')
      return asset.file.send(request, reply)
    },
  )
}
