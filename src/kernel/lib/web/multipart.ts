// Forms with files (RFC 7578). The parts are views of the body, so nothing is copied.

export type FormPart = {
  name: string
  /** Only parts of file fields have one. It is empty if no file was chosen. */
  fileName: string | undefined
  bytes: Buffer<ArrayBuffer>
}

const MAX_HEAD_BYTES = 4096

/** The delimiter of the parts (RFC 2046, section 5.1.1); undefined if the content type has none. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

/** The parts in order; undefined if the body is damaged or has too many parts. */
export function parseMultipart(
  body: Buffer<ArrayBuffer>,
  { boundary, maxParts }: { boundary: string; maxParts: number },
): FormPart[] | undefined {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  if (body.indexOf(delimiter.subarray(2)) !== 0) return undefined
  const parts: FormPart[] = []
  let at = delimiter.length - 2
  while (parts.length <= maxParts) {
    const next = body.toString('latin1', at, at + 2)
    if (next === '--') return parts
    const headEnd = body.subarray(at, at + MAX_HEAD_BYTES).indexOf('\r\n\r\n')
    if (next !== '\r\n' || headEnd < 0) return undefined
    const start = at + headEnd + 4
    const end = body.indexOf(delimiter, start)
    const names = namesOf(body.toString('utf8', at, start))
    if (end < 0 || names === undefined) return undefined
    parts.push({ ...names, bytes: body.subarray(start, end) })
    at = end + delimiter.length
  }
  return undefined
}

function namesOf(head: string): Pick<FormPart, 'name' | 'fileName'> | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1]
  const name = / name="([^"]*)"/i.exec(disposition ?? '')?.[1]
  if (disposition === undefined || name === undefined) return undefined
  const fileName = / filename="([^"]*)"/i.exec(disposition)?.[1]
  return { name: unescaped(name), fileName: fileName === undefined ? undefined : unescaped(fileName) }
}

const escapes: Readonly<Record<string, string>> = { '%0D': '\r', '%0A': '\n', '%22': '"' }

/** Browsers escape these three characters in names (HTML, section 4.10.21.8). */
const unescaped = (text: string): string => text.replaceAll(/%0D|%0A|%22/g, (code) => escapes[code] ?? code)
