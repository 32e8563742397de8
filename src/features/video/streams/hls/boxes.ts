// Fragmented MP4 (ISO/IEC 14496-12): the header of a stream, and its segments.
import type { VideoFormat } from './h264.ts'
import type { SoundFormat } from './sound.ts'

export type Tracks = { video: VideoFormat; audio: SoundFormat | undefined }

/** A picture or a part of the sound. Times are in the timescale of the track. */
export type Sample = { data: Buffer; duration: number; compositionOffset: number; isKey: boolean }
export type Run = { startTime: number; samples: readonly Sample[] }
type TrackRun = Run & { trackId: number }

/** The times of pictures are milliseconds, like those of RTMP. */
const VIDEO_TIMESCALE = 1000
const VIDEO_ID = 1
const AUDIO_ID = 2

/** ISO/IEC 14496-12, section 8.8.3.1: others depend on a key frame, or need none. */
const KEY_FLAGS = 0x02000000
const OTHER_FLAGS = 0x01010000

const u8 = (...values: number[]): Buffer => Buffer.from(values)
const u16 = (...values: number[]): Buffer => numbers(values, 2)
const u32 = (...values: number[]): Buffer => numbers(values, 4)
const zeros = (length: number): Buffer => Buffer.alloc(length)

function numbers(values: readonly number[], size: number): Buffer {
  const bytes = Buffer.alloc(values.length * size)
  values.forEach((value, index) => {
    bytes.writeUIntBE(value, index * size, size)
  })
  return bytes
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...parts])
}

const fullBox = (type: string, version: number, flags: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, u32(version * 2 ** 24 + flags), ...parts)

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** The header, which players load once. */
export function headerOf({ video, audio }: Tracks): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from('iso6', 'latin1'), u32(0), Buffer.from('iso6mp41', 'latin1')),
    box(
      'moov',
      fullBox('mvhd', 0, 0, u32(0, 0, 1000, 0, 0x10000), u16(0x100), zeros(10), MATRIX, zeros(24), u32(3)),
      videoTrack(video),
      ...(audio ? [audioTrack(audio)] : []),
      box('mvex', trackDefaults(VIDEO_ID), ...(audio ? [trackDefaults(AUDIO_ID)] : [])),
    ),
  ])
}

const trackDefaults = (id: number): Buffer => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0))

type Track = {
  id: number
  size: Pick<VideoFormat, 'width' | 'height'>
  timescale: number
  handler: string
  mediaHeader: Buffer
  sampleEntry: Buffer
}

function track({ id, size, timescale, handler, mediaHeader, sampleEntry }: Track): Buffer {
  const isSound = handler === 'soun'
  const place = u16(0, 0, isSound ? 0x100 : 0, 0)
  const dimensions = u32(size.width * 0x10000, size.height * 0x10000)
  return box(
    'trak',
    fullBox('tkhd', 0, 3, u32(0, 0, id, 0, 0, 0, 0), place, MATRIX, dimensions),
    box(
      'mdia',
      fullBox('mdhd', 0, 0, u32(0, 0, timescale, 0), u16(UNDETERMINED, 0)),
      fullBox('hdlr', 0, 0, u32(0), Buffer.from(handler, 'latin1'), zeros(13)),
      box(
        'minf',
        mediaHeader,
        box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
        sampleTable(sampleEntry),
      ),
    ),
  )
}

/** The language “und” (ISO 639-2) in three times five bits. */
const UNDETERMINED = 0x55c4

/** The samples are in the segments. */
const sampleTable = (entry: Buffer): Buffer =>
  box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(0)),
    fullBox('stsc', 0, 0, u32(0)),
    fullBox('stsz', 0, 0, u32(0, 0)),
    fullBox('stco', 0, 0, u32(0)),
  )

function videoTrack({ width, height, config }: VideoFormat): Buffer {
  const resolution = u32(0x480000, 0x480000)
  return track({
    id: VIDEO_ID,
    size: { width, height },
    timescale: VIDEO_TIMESCALE,
    handler: 'vide',
    mediaHeader: fullBox('vmhd', 0, 1, zeros(8)),
    sampleEntry: box(
      'avc1',
      ...[zeros(6), u16(1), zeros(16), u16(width, height), resolution, u32(0), u16(1)],
      ...[zeros(32), u16(0x18, 0xffff), box('avcC', config)],
    ),
  })
}

function audioTrack({ codec, sampleRate, channels, config }: SoundFormat): Buffer {
  const description =
    codec === 'opus' ? box('dOps', config) : fullBox('esds', 0, 0, decoderDescription(config))
  return track({
    id: AUDIO_ID,
    size: { width: 0, height: 0 },
    timescale: sampleRate,
    handler: 'soun',
    mediaHeader: fullBox('smhd', 0, 0, zeros(4)),
    sampleEntry: box(
      codec === 'opus' ? 'Opus' : 'mp4a',
      ...[zeros(6), u16(1), zeros(8), u16(channels, 16), zeros(4), u16(sampleRate % 0x10000, 0)],
      description,
    ),
  })
}

/** ISO/IEC 14496-1, section 7.2.6: tags of descriptors, each with its length. */
function decoderDescription(config: Buffer): Buffer {
  const specific = Buffer.concat([u8(5, config.length), config])
  // MPEG-4 audio, an audio stream.
  const decoder = Buffer.concat([u8(0x40, 0x15), zeros(11), specific])
  const content = Buffer.concat([u16(AUDIO_ID), u8(0, 4, decoder.length), decoder, u8(6, 1, 2)])
  return Buffer.concat([u8(3, content.length), content])
}

/** A segment: the samples of both tracks from one key frame to the next. */
export function segmentOf(sequence: number, { video, audio }: { video: Run; audio: Run }): Buffer {
  const runs = [
    { ...video, trackId: VIDEO_ID },
    { ...audio, trackId: AUDIO_ID },
  ].filter(({ samples }) => samples.length > 0)
  const length = fragment(sequence, runs, 0).length
  const data = runs.flatMap(({ samples }) => samples.map((sample) => sample.data))
  return Buffer.concat([fragment(sequence, runs, length + 8), box('mdat', ...data)])
}

/** `dataOffset` is from the beginning of the fragment to the first byte of media. */
function fragment(sequence: number, runs: readonly TrackRun[], dataOffset: number): Buffer {
  let offset = dataOffset
  const parts = runs.map((run) => {
    const part = trackFragment(run, offset)
    offset += run.samples.reduce((sum, { data }) => sum + data.length, 0)
    return part
  })
  return box('moof', fullBox('mfhd', 0, 0, u32(sequence % 2 ** 32)), ...parts)
}

function trackFragment({ trackId, startTime, samples }: TrackRun, dataOffset: number): Buffer {
  const rows = samples.map(({ data, duration, compositionOffset, isKey }) => {
    const row = Buffer.alloc(16)
    row.writeUInt32BE(duration, 0)
    row.writeUInt32BE(data.length, 4)
    row.writeUInt32BE(isKey ? KEY_FLAGS : OTHER_FLAGS, 8)
    row.writeInt32BE(compositionOffset, 12)
    return row
  })
  const [high, low] = [Math.floor(startTime / 2 ** 32), startTime % 2 ** 32]
  return box(
    'traf',
    // The offsets of data are from the beginning of the fragment.
    fullBox('tfhd', 0, 0x20000, u32(trackId)),
    fullBox('tfdt', 1, 0, u32(high, low)),
    // With an offset of the data, and for each sample its duration, size, flags, and composition offset.
    fullBox('trun', 1, 0xf01, u32(samples.length, dataOffset), ...rows),
  )
}
