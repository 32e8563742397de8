// Packages for npm and pip whose bytes depend only on their content: entries are sorted and without a time, and the
// compression is that of a library, because zlib in Node differs between versions and processors.
import { createHash } from 'node:crypto'
import { gzipSync, zipSync } from 'fflate'

/** A file by its path in the archive. */
export type Entry = [path: string, content: string | Uint8Array]

const BLOCK = 512

/** A gzipped tar archive (POSIX.1-2024, pax, ustar Interchange Format). Paths have at most 100 characters. */
export function tarball(entries: readonly Entry[]): Uint8Array {
  const blocks = inOrder(entries).flatMap(([path, content]) => {
    const bytes = Buffer.from(content)
    return [tarHeader(path, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9, mtime: 0 })
}

function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  header.write(path, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  // The checksum is of the header with spaces in its place.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}

type Wheel = {
  /** As in the name of its file. */
  name: string
  version: string
  /** Its core metadata. */
  metadata: string
  license: string
  files: readonly Entry[]
}

/** A package of pure Python (Python Packaging User Guide, Binary distribution format). */
export function wheel({ name, version, metadata, license, files }: Wheel): Uint8Array {
  const folder = `${name}-${version}.dist-info`
  const entries = inOrder([
    ...files,
    [`${folder}/LICENSE`, license],
    [`${folder}/METADATA`, metadata],
    [`${folder}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: lectern\nRoot-Is-Purelib: true\nTag: py3-none-any\n'],
  ])
  const record = entries.map(([path, content]) => {
    const digest = createHash('sha256').update(content).digest('base64url')
    return `${path},sha256=${digest},${Buffer.byteLength(content)}\n`
  })
  const all: Entry[] = [...entries, [`${folder}/RECORD`, `${record.join('')}${folder}/RECORD,,\n`]]
  const zipped = Object.fromEntries(all.map(([path, content]) => [path, Buffer.from(content)]))
  // The format keeps local time, and none before 1980.
  return zipSync(zipped, { level: 9, mtime: new Date(1980, 0, 1) })
}

const inOrder = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
