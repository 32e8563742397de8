// The files of libraries that pages load. Browsers load single files, so production installs go without their packages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { runInNewContext } from 'node:vm'
import { FONT_RANGES, fontFile } from '../src/kernel/http/server/library-files.ts'

const { resolve: locate } = createRequire(import.meta.url)
const FOLDER = resolve(import.meta.dirname, '../dist/libraries')

const FONT = '@fontsource-variable/onest'
/** The same font in the format that pictures are drawn with. */
const DRAWING_FONT = '@expo-google-fonts/onest'

const files: Record<string, () => string | Buffer> = {
  // The export makes the script a module.
  'uplot.js': () => `${read('uplot/dist/uPlot.iife.min.js')}\nexport default uPlot\n`,
  'uplot.css': () => read('uplot/dist/uPlot.min.css'),
  'hls.js': () => read('hls.js/dist/hls.light.min.mjs').replace(/^\/\/# sourceMappingURL=.*$/m, ''),
  'scalar.js': readScalar,
  'onest-bold.ttf': () => readFileSync(locate(`${DRAWING_FONT}/700Bold/Onest_700Bold.ttf`)),
  'onest-medium.ttf': () => readFileSync(locate(`${DRAWING_FONT}/500Medium/Onest_500Medium.ttf`)),
  ...Object.fromEntries(
    FONT_RANGES.map((range) => [
      fontFile(range),
      () => readFileSync(locate(`${FONT}/files/onest-${range}-wght-normal.woff2`)),
    ]),
  ),
}

/** Files of the packages above, whose licenses the build lists. */
export const libraryPackages = [
  'uplot',
  'hls.js',
  '@scalar/fastify-api-reference',
  `${FONT}/LICENSE`,
  `${DRAWING_FONT}/LICENSE_FONT`,
].map((file) => locate(file))

/** Copies the files to dist/libraries. Unchanged files stay untouched. */
export function copyLibraryFiles(): void {
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, readFile] of Object.entries(files)) writeIfChanged(resolve(FOLDER, name), readFile())
}

function writeIfChanged(path: string, content: string | Buffer): void {
  try {
    if (readFileSync(path).equals(Buffer.from(content))) return
  } catch {
    // The file does not exist yet.
  }
  writeFileSync(path, content)
}

const read = (file: string) => readFileSync(locate(file), 'utf8')

/** Scalar's package keeps the script of its page as a string in its module. */
function readScalar(): string {
  const literal = /^var standalone_default = (".*");$/m.exec(read('@scalar/fastify-api-reference'))?.[1]
  if (literal === undefined)
    throw new Error('The script of Scalar is not where scripts/library-files.ts expects it.')
  return runInNewContext(literal)
}
