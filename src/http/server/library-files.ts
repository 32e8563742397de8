// The files of libraries that pages load, where the build puts them (scripts/library-files.ts).
import { readFileSync } from 'node:fs'

// From src as from dist, the root of the project is three folders up.
const FOLDER = new URL('../../../dist/libraries/', import.meta.url)

/** Throws if the project has not been built. */
export const readLibraryFile = (name: string): Buffer => readFileSync(new URL(name, FOLDER))
