// Reads a file into a programme.

import { ImportFailure } from '../file/failure.ts'
import type { Programme } from '../file/programme.ts'
import { type Mapping, readMapping } from '../readers/csv-columns.ts'
import { parseJson } from '../readers/json-files.ts'
import { decodeText, type FileOptions, openFile, type Reading, readContent } from '../readers/read-file.ts'
import { PushFailure } from './failure.ts'
import { readInput, readProgrammeFile } from './files.ts'

type FileReading = Omit<Reading, 'mapping'> &
  Omit<FileOptions, 'delimiter'> & {
    /** A JSON file that maps the columns of a table to attributes. */
    columnsFile?: string | undefined
  }

/** @throws PushFailure with the file name and the reason. */
export async function readProgramme(file: string, reading: FileReading = {}): Promise<Programme> {
  const { columnsFile, format, encoding, ...options } = reading
  const bytes = await readProgrammeFile(file)
  const mapping = columnsFile === undefined ? undefined : await readColumns(columnsFile)
  return named(file, async () => {
    const content = await openFile(bytes, { format, encoding, delimiter: mapping?.delimiter })
    return readContent(content, { ...options, mapping })
  })
}

async function readColumns(file: string): Promise<Mapping> {
  const bytes = await readInput(file)
  return named(file, async () => readMapping(parseJson(decodeText(bytes))))
}

async function named<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ImportFailure) throw new PushFailure(`${file}: ${error.message}`)
    throw error
  }
}
