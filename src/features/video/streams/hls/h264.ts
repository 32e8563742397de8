// The format of H.264 video, from its decoder configuration record (ISO/IEC 14496-15, section 5.3.3.1).
import { StreamEnd } from '../stream-end.ts'
import { Bits } from './bits.ts'

export type VideoFormat = { config: Buffer; width: number; height: number }

const MAX_CONFIG_BYTES = 4096
const MAX_SIDE = 8192

/** Profiles with the format of colors in their parameters (ITU-T H.264, section 7.3.2.1.1). */
const WITH_COLORS = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])
const MONOCHROME = 0
const YUV_444 = 3

/** Throws StreamEnd for a configuration that cannot be read. */
export function videoFormatOf(config: Buffer): VideoFormat {
  const [version = 0, , , , , sets = 0] = config
  if (version !== 1 || (sets & 0x1f) === 0 || config.length < 9 || config.length > MAX_CONFIG_BYTES)
    throw new StreamEnd('codec')
  const length = config.readUInt16BE(6)
  // Without the type of the unit, and without the bytes that only keep start codes out of it.
  const parameters = withoutPrevention(config.subarray(9, 8 + length))
  const { width, height } = sizeOf(new Bits(parameters))
  if (width < 16 || height < 16 || width > MAX_SIDE || height > MAX_SIDE) throw new StreamEnd('codec')
  return { config, width, height }
}

/** ITU-T H.264, section 7.4.1: the 3 of each sequence 0, 0, 3. */
const withoutPrevention = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes.filter((byte, at) => !(byte === 3 && at > 1 && bytes[at - 1] === 0 && bytes[at - 2] === 0)),
  )

/** The size of the pictures, from the sequence parameters (ITU-T H.264, section 7.3.2.1.1). */
function sizeOf(bits: Bits): Pick<VideoFormat, 'width' | 'height'> {
  const profile = bits.read(8)
  bits.skip(16)
  bits.readUnsigned()
  const colors = WITH_COLORS.has(profile) ? readColors(bits) : 1
  bits.readUnsigned()
  skipOrder(bits)
  bits.readUnsigned()
  bits.skip(1)
  const widthInMacroblocks = bits.readUnsigned() + 1
  const heightInUnits = bits.readUnsigned() + 1
  const isProgressive = bits.read(1) === 1
  bits.skip(isProgressive ? 1 : 2)
  const [left, right, top, bottom] = readCrop(bits)
  const fields = isProgressive ? 1 : 2
  const unitX = colors === MONOCHROME || colors === YUV_444 ? 1 : 2
  const unitY = (colors === 1 ? 2 : 1) * fields
  return {
    width: widthInMacroblocks * 16 - unitX * (left + right),
    height: heightInUnits * 16 * fields - unitY * (top + bottom),
  }
}

/** The format of colors. Browsers play no streams with scaling matrices of their own here, so these are refused. */
function readColors(bits: Bits): number {
  const format = bits.readUnsigned()
  if (format === YUV_444) bits.skip(1)
  bits.readUnsigned()
  bits.readUnsigned()
  bits.skip(1)
  if (bits.read(1) === 1) throw new StreamEnd('codec')
  return format
}

/** The order of pictures. */
function skipOrder(bits: Bits): void {
  const type = bits.readUnsigned()
  if (type === 0) bits.readUnsigned()
  if (type !== 1) return
  bits.skip(1)
  bits.readUnsigned()
  bits.readUnsigned()
  const count = bits.readUnsigned()
  for (let index = 0; index < count; index += 1) bits.readUnsigned()
}

function readCrop(bits: Bits): [number, number, number, number] {
  if (bits.read(1) === 0) return [0, 0, 0, 0]
  return [bits.readUnsigned(), bits.readUnsigned(), bits.readUnsigned(), bits.readUnsigned()]
}
