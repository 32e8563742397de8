// Detects PDFs that act when they are opened: that run scripts or programs, send data, or contain other files (ISO
// 32000). Readers find objects by their offsets, which can point into streams and strings. Therefore, every place where
// an object can begin is read on its own, whatever surrounds it.
import { promisify } from 'node:util'
import { type InputType, inflate, type ZlibOptions } from 'node:zlib'
import { SlicedWork } from '../../kernel/lib/time/slices.ts'
import { type PdfObject, readPdfObject } from './pdf-objects.ts'

/** Names of actions and their containers. An encrypted document could hide all of them. */
const ACTIVE = new Set(
  ['JavaScript', 'JS', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'RichMedia', 'XFA']
    .concat(['EmbeddedFile', 'EmbeddedFiles', 'EF', 'Encrypt'])
    .map((name) => `/${name}`),
)
/** Keys of a stream of objects that readers accept but no program writes. */
const UNUSUAL = new Set(['/DecodeParms', '/DP', '/F', '/FFilter'])

/** Limit on the total that is read. A slide deck takes a few megabytes. */
const MAX_READ_BYTES = 64 * 2 ** 20
const MAX_INFLATED_BYTES = 16 * 2 ** 20
/** Counted per object, because even a short one takes time. */
const BYTES_PER_OBJECT = 64

/** Whether a PDF is active. Also true if it cannot be read well enough to be sure. */
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

/** The positions after each `obj` and `trailer`, wherever they are. */
function* beginnings(bytes: Buffer): Generator<number> {
  for (const keyword of ['obj', 'trailer']) {
    for (let at = bytes.indexOf(keyword); at >= 0; at = bytes.indexOf(keyword, at + 1)) {
      const isApart = /[\0\s]/.test(String.fromCharCode(bytes[at - 1] ?? 0))
      if (isApart) yield at + keyword.length
    }
  }
}

const inflateBytes: (bytes: InputType, options: ZlibOptions) => Promise<Buffer> = promisify(inflate)

/** A stream of objects (section 7.5.7); undefined if it is damaged or compressed in an unusual way. */
async function inflateObjects(stream: Buffer, object: PdfObject): Promise<Buffer | undefined> {
  const filter = valueOfKey(object, '/Filter')
  if (filter !== '/FlateDecode' || object.tokens.some((token) => UNUSUAL.has(token))) return undefined
  return inflateBytes(stream, { maxOutputLength: MAX_INFLATED_BYTES }).catch(() => undefined)
}

/** The value of a key that occurs once and has a name or number as its value, alone or in an array. */
function valueOfKey({ tokens }: PdfObject, key: string): string | undefined {
  const [first, second, third] = tokens.slice(tokens.indexOf(key) + 1)
  const isOnce = tokens.filter((token) => token === key).length === 1
  if (!isOnce) return undefined
  if (first === '[') return third === ']' ? second : undefined
  return second === '>>' || second?.startsWith('/') ? first : undefined
}

/** The offsets of the objects in a stream; undefined if its table is damaged. `first` is the end of that table. */
function offsetsIn(content: Buffer, first: number): number[] | undefined {
  const numbers = content.toString('latin1', 0, first).split(/[\0\s]+/)
  const places = numbers.filter((number) => number !== '')
  if (!Number.isInteger(first) || !places.every((place) => /^\d+$/.test(place))) return undefined
  return places.flatMap((place, index) => (index % 2 === 1 ? [first + Number(place)] : []))
}
