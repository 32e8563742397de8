// Documents: PDF files, which are kept as they are sent. Files that are also something else or that act when opened are
// refused.
import { isActivePdf } from './active-pdf.ts'
import { type InvalidFile, invalidFile } from './invalid-file.ts'

const BEGIN = /^%PDF-[12]\.\d[\r\n\s%]/
const END = /startxref\s+\d+\s+%%EOF\s*$/
/** More bytes than browsers read to recognize a type (mimesniff.spec.whatwg.org, section 5.2). */
const HEAD_BYTES = 4096
const TAIL_BYTES = 1024
const MARKUP = /<\s*(?:!doctype|html|head|body|script|style|svg|iframe|object|embed|img|form|link|meta)\b/i

export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-'

/** Throws `invalid_file` for anything but a PDF, and for a PDF that acts when it is opened. */
export async function requirePdf(bytes: Buffer): Promise<void> {
  const reason = problemOf(bytes) ?? ((await isActivePdf(bytes)) ? 'active_pdf' : undefined)
  if (reason) throw invalidFile(reason)
}

function problemOf(bytes: Buffer): InvalidFile | undefined {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  if (!BEGIN.test(head) || !END.test(bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))))
    return 'not_a_pdf'
  return MARKUP.test(head) || isZip(bytes) ? 'ambiguous_pdf' : undefined
}

const ZIP_END = Buffer.from('PK\x05\x06')
const ZIP_END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535

/** Readers of ZIP files start at the end, which can be a comment with any content (APPNOTE.TXT, section 4.3.16). */
function isZip(bytes: Buffer): boolean {
  const first = Math.max(0, bytes.length - ZIP_END_BYTES - MAX_COMMENT_BYTES)
  for (let at = bytes.indexOf(ZIP_END, first); at >= 0; at = bytes.indexOf(ZIP_END, at + 1)) {
    const start = at + ZIP_END_BYTES
    if (start <= bytes.length && bytes.readUInt16LE(start - 2) === bytes.length - start) return true
  }
  return false
}
