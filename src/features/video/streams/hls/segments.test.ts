// Segments and playlists of streams, and the limits of a stream.
import { describe, expect, test } from 'vitest'
import { TestClock } from '../../../../../test/support/api.ts'
import { readSample } from '../../../../../test/support/rtmp-encoder.ts'
import { LiveStreams } from '../live-streams.ts'
import { type MediaTag, mediaTagOf } from '../rtmp/media-tags.ts'
import { StreamEnd } from '../stream-end.ts'
import { playlistOf } from './playlist.ts'
import { type Segment, Segmenter } from './segmenter.ts'

const tags: MediaTag[] = readSample().flatMap((tag) => mediaTagOf({ ...tag, streamId: 1 }) ?? [])
const configs = tags.filter(({ kind }) => kind.endsWith('_config'))

function cut(sent: readonly MediaTag[], now = () => 0): Segment[] {
  const segments: Segment[] = []
  const segmenter = new Segmenter({ now, onSegment: (segment) => segments.push(segment) })
  for (const tag of sent) segmenter.add(tag)
  return segments
}

/** The reason for which a stream ends. */
function endOf(sent: readonly MediaTag[]): string | undefined {
  try {
    cut(sent)
    return undefined
  } catch (error) {
    if (error instanceof StreamEnd) return error.reason
    throw error
  }
}

const picture = (timeMs: number, isKey: boolean, bytes = 100): MediaTag => ({
  ...{ kind: 'video', timeMs, isKey, compositionMs: 0 },
  data: Buffer.alloc(bytes),
})

/** 25 pictures a second, with a key frame at every multiple of `keyMs`. */
const pictures = (keyMs: number, lastMs: number, bytes?: number): MediaTag[] => [
  ...configs,
  ...Array.from({ length: lastMs / 40 + 1 }, (_, index) =>
    picture(index * 40, (index * 40) % keyMs === 0, bytes),
  ),
]

const sounds = (count: number, bytes: number): MediaTag[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ kind: 'audio', timeMs: index * 23 },
    data: Buffer.alloc(bytes),
  }))

/** The types of the boxes of a file, in order, with those in `moof`, `traf`, `moov`, and `trak`. */
function boxesOf(bytes: Buffer): string[] {
  const types: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, at + length)
    types.push(type, ...(['moof', 'traf', 'moov', 'trak'].includes(type) ? boxesOf(content) : []))
    at += length
  }
  return types
}

describe('segments', () => {
  test('begin at key frames and have both tracks', () => {
    const segments = cut(tags)
    expect(
      segments.map(({ durationMs, width, height, keyFramesMs }) => [durationMs, width, height, keyFramesMs]),
    ).toEqual([
      [2000, 320, 180, 2000],
      [2000, 320, 180, 2000],
    ])
    const [first, second] = segments
    expect(second?.header).toBe(undefined)
    expect(boxesOf(Buffer.from(first?.header ?? []))).toEqual([
      'ftyp',
      'moov',
      'mvhd',
      'trak',
      'tkhd',
      'mdia',
      'trak',
      'tkhd',
      'mdia',
      'mvex',
    ])
    expect(boxesOf(Buffer.from(first?.data ?? []))).toEqual([
      'moof',
      'mfhd',
      'traf',
      'tfhd',
      'tfdt',
      'trun',
      'traf',
      'tfhd',
      'tfdt',
      'trun',
      'mdat',
    ])
  })

  test('several key frames within two seconds make one segment', () => {
    expect(cut(pictures(400, 4000)).map(({ durationMs, keyFramesMs }) => [durationMs, keyFramesMs])).toEqual([
      [2000, 400],
      [2000, 400],
    ])
  })

  test('a stream without sound has one track', () => {
    const [first] = cut(tags.filter(({ kind }) => kind.startsWith('video')))
    expect(boxesOf(Buffer.from(first?.data ?? []))).toEqual([
      'moof',
      'mfhd',
      'traf',
      'tfhd',
      'tfdt',
      'trun',
      'mdat',
    ])
  })

  test.each([
    ['key frames that are 4 seconds apart', pictures(4000, 8000), undefined],
    ['key frames that are 5 seconds apart', pictures(5000, 5000), 'key_frames'],
    ['pictures without a key frame', [...configs, picture(0, false), picture(4400, false)], 'key_frames'],
    ['a lot of sound without a picture', [...configs, ...sounds(10_000, 1000)], 'bit_rate'],
    ['8 Mbit/s', pictures(2000, 4000, 40_000), undefined],
    ['11 Mbit/s', pictures(2000, 4000, 55_000), 'bit_rate'],
    ['pictures whose times go back', [...configs, picture(80, true), picture(40, false)], 'times'],
    ['pictures whose times jump', [...configs, picture(0, true), picture(11_000, true)], 'times'],
    ['more than 30 seconds at once', pictures(2000, 32_000), 'times'],
    [
      'a configuration that changes',
      [...configs, { kind: 'video_config', data: Buffer.from('other') }],
      'closed',
    ],
    [
      'a configuration that is cut',
      [{ kind: 'video_config', data: Buffer.from('0142c01effe10004674200', 'hex') }],
      'codec',
    ],
  ] as [string, MediaTag[], string | undefined][])('%s', (_name, sent, reason) => {
    expect(endOf(sent)).toBe(reason)
  })
})

describe('playlists', () => {
  test('name the header of each connection, with a discontinuity between two', () => {
    const segments = [
      { sequence: 7, first: 5, run: 3, durationMs: 2000 },
      { sequence: 8, first: 5, run: 3, durationMs: 2040 },
      { sequence: 9, first: 9, run: 4, durationMs: 3600 },
    ]
    expect(playlistOf(segments)).toBe(
      [
        ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-MEDIA-SEQUENCE:7'],
        ...['#EXT-X-DISCONTINUITY-SEQUENCE:3', '#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-MAP:URI="5.mp4"'],
        ...['#EXTINF:2.000,', '7.m4s', '#EXTINF:2.040,', '8.m4s'],
        ...['#EXT-X-DISCONTINUITY', '#EXT-X-MAP:URI="9.mp4"', '#EXTINF:3.600,', '9.m4s', ''],
      ].join('\n'),
    )
  })

  test('of a stream list six segments, of which nine are kept', () => {
    const clock = new TestClock()
    const streams = new LiveStreams(clock)
    const [segment] = cut(tags) as [Segment]
    streams.start('talk', 'one')
    for (let index = 0; index < 12; index += 1) streams.add('talk', 'one', segment)
    const playlist = streams.playlistOf('talk') ?? ''
    const names = [...playlist.matchAll(/^(\d+)\.m4s$/gm)].map(([, sequence]) => Number(sequence))
    expect(names).toHaveLength(6)
    const kept = Array.from({ length: 12 }, (_, index) =>
      streams.fileOf('talk', `${(names[0] ?? 0) - 6 + index}.m4s`),
    )
    expect(kept.map((file) => file !== undefined)).toEqual([...Array(3).fill(false), ...Array(9).fill(true)])
    streams.add('talk', 'two', segment)
    expect(streams.playlistOf('talk')).toBe(playlist)
    streams.keepOnly(new Set())
    expect(streams.playlistOf('talk')).toBe(undefined)
  })

  test('of a stream with large segments keep fewer', () => {
    const streams = new LiveStreams(new TestClock())
    const [segment] = cut(tags) as [Segment]
    streams.start('talk', 'one')
    const large = { ...segment, data: new Uint8Array(7_500_000) }
    for (let index = 0; index < 9; index += 1) streams.add('talk', 'one', large)
    expect(streams.playlistOf('talk')?.match(/m4s/g)).toHaveLength(4)
  })
})
