// Reads a file into a programme. Detects the format from the content.

import { PushFailure } from '../failure.ts'
import { readInput } from '../files.ts'
import type { Format, Programme } from '../programme.ts'
import { parseJson } from './json-files.ts'
import { type CsvOptions, readCsv } from './read-csv.ts'
import { readFrab } from './read-frab.ts'
import { isSessionize, readSessionize } from './read-sessionize.ts'

export type Reading = CsvOptions & {
  /** Overrides the detected format. */
  format?: Format | undefined
  /** A JSON file that maps the columns of a table to attributes. */
  columnsFile?: string | undefined
  /** The encoding of the file, if it is not UTF-8 or UTF-16 (a label of the Encoding Standard). */
  encoding?: string | undefined
}

/** @throws PushFailure with the file name and the reason. */
export async function readProgramme(file: string, reading: Reading = {}): Promise<Programme> {
  const text = await readText(file, reading.encoding)
  const { columnsFile } = reading
  const mapping = columnsFile === undefined ? undefined : await readMapping(columnsFile)
  return named(file, () => parseProgramme(text, { ...reading, mapping }))
}

/** @throws PushFailure naming what does not match the format. */
export function parseProgramme(
  text: string,
  { format = detectFormat(text), mapping, ...options }: Reading & { mapping?: unknown },
): Programme {
  const { timeZone } = options
  if (mapping !== undefined && format !== 'csv')
    throw new PushFailure('--columns works only with tables (CSV).')
  if (format === 'csv') return readCsv(text, { ...options, mapping })
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

async function readText(file: string, encoding?: string): Promise<string> {
  const bytes = await readInput(file)
  return named(file, () => decodeText(bytes, encoding))
}

/** Decodes the encoding, or UTF-8 or UTF-16 with a byte order mark (“Unicode text” in spreadsheets). Drops the mark. */
export function decodeText(bytes: Uint8Array, encoding = detectEncoding(bytes)): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    // An unknown name; the other errors are about the bytes.
    if (error instanceof RangeError)
      throw new PushFailure(
        `--encoding is not known: ${encoding}. Try windows-1252, iso-8859-2, or utf-16le.`,
      )
    throw new PushFailure(
      `The file is not ${encoding.toUpperCase()}. Save it as “CSV UTF-8”, or name its encoding, such as --encoding windows-1252.`,
    )
  }
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof PushFailure) throw new PushFailure(`${file}: ${error.message}`)
    throw error
  }
}
