// The format of the sound of a stream.

export type SoundFormat = {
  codec: 'aac' | 'opus'
  config: Buffer
  sampleRate: number
  channels: number
  /** Number of samples in each packet. */
  packetSamples: number
}
