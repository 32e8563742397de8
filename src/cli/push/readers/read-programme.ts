// Reads a file into a programme. Detects the format from the content.

import { PushFailure } from '../failure.ts'
import { readInput } from '../files.ts'
import type { Format, Programme } from '../programme.ts'
import { parseJson } from './json-files.ts'
import { readCsv } from './read-csv.ts'
import { readFrab } from './read-frab.ts'
import { isSessionize, readSessionize } from './read-sessionize.ts'

export type Reading = {
  /** Overrides the detected format. */
  format?: Format | undefined
  /** A JSON file that maps the columns of a table to attributes. */
  columnsFile?: string | undefined
  /** The time zone of times without an offset. */
  timeZone?: string | undefined
}

/** @throws PushFailure with the file name and the reason. */
export async function readProgramme(file: string, reading: Reading = {}): Promise<Programme> {
  const text = await readText(file)
  const { columnsFile } = reading
  const mapping = columnsFile === undefined ? undefined : await readMapping(columnsFile)
  return named(file, () => parseProgramme(text, { ...reading, mapping }))
}

/** @throws PushFailure naming what does not match the format. */
export function parseProgramme(
  text: string,
  { format = detectFormat(text), mapping, timeZone }: Reading & { mapping?: unknown },
): Programme {
  if (mapping !== undefined && format !== 'csv')
    throw new PushFailure('--columns works only with tables (CSV).')
  if (format === 'csv') return readCsv(text, { mapping, timeZone })
  const value = parseJson(text)
  return format === 'sessionize' ? readSessionize(value, timeZone) : readFrab(value, timeZone)
}

/** JSON with the lists of Sessionize is Sessionize, other JSON is a schedule, and everything else is a table. */
function detectFormat(text: string): Format {
  const start = text.trimStart()
  if (start.startsWith('<')) throw new PushFailure('The file is XML or HTML. Use the JSON export.')
  if (!/^[{[]/.test(start)) return 'csv'
  const value = parseJson(text)
  if (isSessionize(value)) return 'sessionize'
  if (!Array.isArray(value)) return 'frab'
  throw new PushFailure(
    'The file is a JSON list. Expected a schedule export from pretalx or frab, or “All data” from a Sessionize endpoint.',
  )
}

const readMapping = async (file: string): Promise<unknown> => {
  const text = await readText(file)
  return named(file, () => parseJson(text))
}

async function readText(file: string): Promise<string> {
  const bytes = await readInput(file)
  return named(file, () => decodeText(bytes))
}

/** Decodes UTF-8, or UTF-16 with a byte order mark (“Unicode text” in spreadsheets). Drops the mark. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new PushFailure('The file is not UTF-8. Save it as “CSV UTF-8”.')
  }
}

function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof PushFailure) throw new PushFailure(`${file}: ${error.message}`)
    throw error
  }
}
