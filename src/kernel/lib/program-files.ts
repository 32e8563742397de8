// The program's own files, in src/ or in dist/. The build keeps this module at its path, so that relative paths work in
// both.

const ROOT = new URL('../../', import.meta.url)
const isSource = import.meta.url.endsWith('.ts')
const extension = isSource ? 'ts' : 'js'

/** The folders of the style sheets, scripts, and images of pages, below src/ or dist/. */
export const ASSET_FOLDERS = isSource ? ['kit/', 'features/'] : ['assets/']

/** The URL of a file, by its path below src/. */
export const programFile = (path: string): URL => new URL(path, ROOT)

/** The URL of a module that runs as a worker thread, by its path below src/ without the extension. */
export const workerModule = (path: string): URL => programFile(`${path}.${extension}`)
