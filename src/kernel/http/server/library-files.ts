// Files of libraries that pages load, from the place where the build puts them (scripts/library-files.ts).
import { readFileSync } from 'node:fs'
import { programFile } from '../../lib/program-files.ts'

/** The ranges of characters of the font. Browsers load the ranges that a page uses. */
export const FONT_RANGES = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext']
/** The file of a range. */
export const fontFile = (range: string): string => `onest-${range}.woff2`

// Used from source, too, which has no copy of them.
const FOLDER = programFile('../dist/libraries/')

/** Throws if the project has not been built. */
export const readLibraryFile = (name: string): Buffer => readFileSync(new URL(name, FOLDER))
