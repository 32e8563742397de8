// VP8 in RTP (RFC 7741): finds key frames, and numbers the pictures of a stream whose source changes.

/** The positions of fields in a payload. `end` is the length of its payload descriptor. */
type Descriptor = {
  end: number
  startsFrame: boolean
  /** Of the picture id, which has 15 bits if it is long, and otherwise 7. */
  pictureAt: number | undefined
  isLong: boolean
  /** Of the number of the last picture in the lowest temporal layer, on which others build (section 4.2). */
  baseAt: number | undefined
}

/** Undefined without a payload, and if the payload is malformed. */
function readDescriptor(payload: Buffer): Descriptor | undefined {
  const first = payload[0] ?? 0
  const isExtended = (first & 0x80) !== 0
  const has = isExtended ? (payload[1] ?? 0) : 0
  let end = isExtended ? 2 : 1
  const take = (isThere: boolean, length = 1) => {
    if (!isThere) return undefined
    end += length
    return end - length
  }
  const isLong = (has & 0x80) !== 0 && ((payload[end] ?? 0) & 0x80) !== 0
  const pictureAt = take((has & 0x80) !== 0, isLong ? 2 : 1)
  const baseAt = take((has & 0x40) !== 0)
  take((has & 0x30) !== 0)
  const startsFrame = (first & 0x10) !== 0 && (first & 0x07) === 0
  return end < payload.length ? { end, startsFrame, pictureAt, isLong, baseAt } : undefined
}

/** Whether a payload starts a key frame. */
export function startsKeyFrame(payload: Buffer): boolean {
  const descriptor = readDescriptor(payload)
  return descriptor?.startsFrame === true && (payload.readUInt8(descriptor.end) & 1) === 0
}

/** The width of the picture that starts with the payload of a key frame (RFC 6386, section 9.1). */
export function widthOfKeyFrame(payload: Buffer): number | undefined {
  const { end } = readDescriptor(payload) ?? { end: payload.length }
  return payload.length < end + 8 ? undefined : payload.readUInt16LE(end + 6) & 0x3fff
}

/** The numbers of a picture, or what to add to them. */
export type PictureNumbers = { picture: number; base: number }

/** Those that a stream does not have are 0. */
export function readNumbers(payload: Buffer): PictureNumbers {
  const { pictureAt, isLong, baseAt } = readDescriptor(payload) ?? {}
  const long = isLong && pictureAt !== undefined ? payload.readUInt16BE(pictureAt) & 0x7fff : undefined
  return {
    picture: long ?? (pictureAt === undefined ? 0 : payload.readUInt8(pictureAt)),
    base: baseAt === undefined ? 0 : payload.readUInt8(baseAt),
  }
}

/** The payload with other numbers, where it has some. */
export function renumber(payload: Buffer, { picture, base }: PictureNumbers): Buffer {
  const descriptor = picture === 0 && base === 0 ? undefined : readDescriptor(payload)
  if (!descriptor) return payload
  const { pictureAt, isLong, baseAt } = descriptor
  const changed = Buffer.from(payload)
  if (pictureAt !== undefined && isLong)
    changed.writeUInt16BE(0x8000 | ((payload.readUInt16BE(pictureAt) + picture) & 0x7fff), pictureAt)
  else if (pictureAt !== undefined)
    changed.writeUInt8((payload.readUInt8(pictureAt) + picture) & 0x7f, pictureAt)
  if (baseAt !== undefined) changed.writeUInt8((payload.readUInt8(baseAt) + base) & 0xff, baseAt)
  return changed
}
