// Whether a PDF does something when it is opened: runs scripts or programs, sends data, or contains other files (ISO 32000).
// Readers find objects by their offsets, which can lead into streams and strings. Each place where an object can begin is
// therefore read on its own, whatever is around it.
import { promisify } from 'node:util'
import { type InputType, inflate, type ZlibOptions } from 'node:zlib'
import { SlicedWork } from '../../lib/time/slices.ts'
import { type PdfObject, readPdfObject } from './pdf-objects.ts'

/** Names of actions and of what contains them. An encrypted document could hide all of them. */
const ACTIVE = new Set(
  ['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'RichMedia', 'XFA']
    .concat(['EmbeddedFile', 'EmbeddedFiles', 'EF', 'Encrypt'])
    .map((name) => `/${name}`),
)
/** Keys that readers accept for a stream of objects, but no program writes. */
const UNUSUAL = new Set(['/DecodeParms', '/DP', '/F', '/FFilter'])

/** No more than this is read in total. Of slides, it is a few megabytes. */
const MAX_READ_BYTES = 64 * 2 ** 20
const MAX_INFLATED_BYTES = 16 * 2 ** 20
/** Counted for each object, because even a short one takes time. */
const BYTES_PER_OBJECT = 64

/** Also true if it cannot be read well enough to be sure. */
export async function isActivePdf(bytes: Buffer): Promise<boolean> {
  const work = new SlicedWork()
  let left = MAX_READ_BYTES
  const isActive = async ({ tokens, start, end, isCut }: PdfObject): Promise<boolean> => {
    if (work.isDue) await work.pause()
    left -= BYTES_PER_OBJECT + end - start
    return left < 0 || isCut || tokens.some((token) => ACTIVE.has(token))
  }
  for (const start of beginnings(bytes)) {
    const object = readPdfObject(bytes, start)
    if (await isActive(object)) return true
    if (object.streamStart === undefined || !object.tokens.includes('/First')) continue
    const content = await inflateObjects(bytes.subarray(object.streamStart), object)
    const offsets = content && offsetsIn(content, Number(valueOfKey(object, '/First')))
    if (!content || !offsets) return true
    left -= content.length
    for (const offset of offsets) if (await isActive(readPdfObject(content, offset))) return true
  }
  return false
}

/** After each `obj` and `trailer`, wherever they are. */
function* beginnings(bytes: Buffer): Generator<number> {
  for (const keyword of ['obj', 'trailer']) {
    for (let at = bytes.indexOf(keyword); at >= 0; at = bytes.indexOf(keyword, at + 1)) {
      const isApart = /[\0\s]/.test(String.fromCharCode(bytes[at - 1] ?? 0))
      if (isApart) yield at + keyword.length
    }
  }
}

const inflateBytes: (bytes: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflate)

/** A stream of objects (section 7.5.7); undefined if it is compressed in an unusual way, or damaged. */
async function inflateObjects(stream: Buffer, object: PdfObject): Promise<Buffer | undefined> {
  const filter = valueOfKey(object, '/Filter')
  if (filter !== '/FlateDecode' || object.tokens.some((token) => UNUSUAL.has(token))) return undefined
  return inflateBytes(stream, { maxOutputLength: MAX_INFLATED_BYTES }).catch(() => undefined)
}

/** The value of a key that occurs once, and whose value is a name or number, alone or in an array. */
function valueOfKey({ tokens }: PdfObject, key: string): string | undefined {
  const [first, second, third] = tokens.slice(tokens.indexOf(key) + 1)
  const isOnce = tokens.filter((token) => token === key).length === 1
  if (!isOnce) return undefined
  if (first === '[') return third === ']' ? second : undefined
  return second === '>>' || second?.startsWith('/') ? first : undefined
}

/** Where the objects of a stream start; undefined if its table is damaged. `first` is where that table ends. */
function offsetsIn(content: Buffer, first: number): number[] | undefined {
  const numbers = content.toString('latin1', 0, first).split(/[\0\s]+/)
  const places = numbers.filter((number) => number !== '')
  if (!Number.isInteger(first) || !places.every((place) => /^\d+$/.test(place))) return undefined
  return places.flatMap((place, index) => (index % 2 === 1 ? [first + Number(place)] : []))
}
