// The playlist of a live stream (RFC 8216).

export type ListedSegment = {
  /** Its number, which never repeats within a talk. */
  sequence: number
  /** The number of the first segment of the same connection, whose header it needs. */
  first: number
  /** The number of that connection. It is small, because players have arrays of them. */
  run: number
  durationMs: number
}

export const headerName = (first: number): string => `${first}.mp4`
export const isHeader = (name: string): boolean => name.endsWith('.mp4')
export const segmentName = (sequence: number): string => `${sequence}.m4s`

/**
 * The playlist of at least one segment. Times begin again with each run, which is a discontinuity. Players load the
 * playlist of a recording once, and can go to any place in it.
 */
export function playlistOf(segments: readonly ListedSegment[], { isRecording = false } = {}): string {
  const [first] = segments
  const longest = Math.max(...segments.map(({ durationMs }) => Math.round(durationMs / 1000)))
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    `#EXT-X-MEDIA-SEQUENCE:${first?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${first?.run ?? 0}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(isRecording ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    ...segments.flatMap((segment, index) => linesOf(segment, segments[index - 1])),
    ...(isRecording ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')
}

function linesOf(
  { sequence, first, run, durationMs }: ListedSegment,
  before: ListedSegment | undefined,
): string[] {
  const isNewRun = run !== before?.run
  return [
    ...(isNewRun && before ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isNewRun ? [`#EXT-X-MAP:URI="${headerName(first)}"`] : []),
    `#EXTINF:${(durationMs / 1000).toFixed(3)},`,
    segmentName(sequence),
  ]
}
