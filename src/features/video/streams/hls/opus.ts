// The format of Opus sound, with the content of its box `dOps` (Encapsulation of Opus in ISO Base Media File Format, section
// 4.3.2).
import type { SoundFormat } from './sound.ts'

const CHANNELS = 2
const RATE = 48_000

export const OPUS: SoundFormat = {
  codec: 'opus',
  // The version, the channels, nothing to skip, the rate, no gain, and the order of mono and stereo.
  config: Buffer.from([0, CHANNELS, 0, 0, 0, 0, RATE >> 8, RATE & 0xff, 0, 0, 0]),
  sampleRate: RATE,
  channels: CHANNELS,
  packetSamples: 960,
}
