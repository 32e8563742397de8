// The format of AAC sound, from its AudioSpecificConfig (ISO/IEC 14496-3, section 1.6.2.1).
import { StreamEnd } from '../stream-end.ts'
import { Bits } from './bits.ts'
import type { SoundFormat } from './sound.ts'

const PACKET_SAMPLES = 1024

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
const EXPLICIT_RATE = 15
const MAX_CONFIG_BYTES = 64

/** Throws StreamEnd for a configuration that cannot be described. */
export function audioFormatOf(config: Buffer): SoundFormat {
  const bits = new Bits(config)
  const type = bits.read(5)
  const index = bits.read(4)
  const sampleRate = index === EXPLICIT_RATE ? bits.read(24) : (RATES[index] ?? 0)
  const channels = bits.read(4)
  if (
    type === 0 ||
    type > 30 ||
    sampleRate < 8_000 ||
    sampleRate > 96_000 ||
    config.length > MAX_CONFIG_BYTES
  )
    throw new StreamEnd('codec')
  return { codec: 'aac', config, sampleRate, channels, packetSamples: PACKET_SAMPLES }
}
