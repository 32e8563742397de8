// Checks captions strictly as WebVTT (W3C WebVTT, section 4), because browsers skip what they do not understand, and
// nobody notices.
import { MAX_CAPTIONS_BYTES } from '../limits.ts'

/** A problem of the whole file, or of one of its lines, which count from 1. */
export type InvalidCaptions =
  | { problem: 'tooLarge' | 'encoding' | 'header' | 'empty' }
  | { problem: 'block' | 'timing' | 'order'; line: number }

const HEADER = /^WEBVTT(?:[ \t].*)?$/
/** Blocks that are no cues. Style sheets and regions are only allowed before the first cue. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/
const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const SETTINGS = String.raw`(?:[ \t]+(?:vertical|line|position|size|align|region):\S+)*`
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}${SETTINGS}[ \t]*$`)
const ARROW = '-->'

/** The text of captions, or the first problem of the file. */
export function readCaptions(bytes: Buffer): { text: string } | InvalidCaptions {
  if (bytes.length > MAX_CAPTIONS_BYTES) return { problem: 'tooLarge' }
  const text = decode(bytes)
  if (text === undefined) return { problem: 'encoding' }
  const lines = text.split('\n')
  const invalid = problemOf(lines)
  return invalid ?? { text }
}

/** UTF-8 without a byte order mark, and with `\n` at the end of lines; undefined for anything else. */
function decode(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n')
    // Not every store has a place for it.
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

function problemOf(lines: readonly string[]): InvalidCaptions | undefined {
  if (!HEADER.test(lines[0] ?? '')) return { problem: 'header' }
  let lastStart = 0
  let cues = 0
  for (const { at, block } of blocksOf(lines)) {
    if (OTHER_BLOCK.test(block[0] ?? '')) {
      const arrow = block.findIndex((line) => line.includes(ARROW))
      if (arrow >= 0) return { problem: 'block', line: at + arrow }
      continue
    }
    // A cue may begin with its name.
    const timingAt = block.findIndex((line, index) => index < 2 && line.includes(ARROW))
    if (timingAt < 0) return { problem: 'block', line: at }
    const times = TIMING.exec(block[timingAt] ?? '')
    if (!times) return { problem: 'timing', line: at + timingAt }
    const [start, end] = [secondsOf(times.slice(1, 5)), secondsOf(times.slice(5, 9))]
    if (end <= start) return { problem: 'timing', line: at + timingAt }
    if (start < lastStart) return { problem: 'order', line: at + timingAt }
    const arrow = block.findIndex((line, index) => index > timingAt && line.includes(ARROW))
    if (arrow >= 0) return { problem: 'block', line: at + arrow }
    lastStart = start
    cues += 1
  }
  return cues === 0 ? { problem: 'empty' } : undefined
}

/** The blocks after the header, which blank lines separate, with the number of their first line. */
function* blocksOf(lines: readonly string[]): Generator<{ at: number; block: string[] }> {
  let block: string[] = []
  // The header ends with a blank line, and can have more lines.
  let isHeader = true
  for (const [index, line] of [...lines, ''].entries()) {
    if (line !== '') {
      block.push(line)
      continue
    }
    if (block.length > 0 && !isHeader) yield { at: index - block.length + 1, block }
    isHeader = false
    block = []
  }
}

const secondsOf = ([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000
