// What is accepted as WebVTT.
import { expect, test } from 'vitest'
import { MAX_CAPTIONS_BYTES } from '../limits.ts'
import { readCaptions } from './web-vtt.ts'

const cue = '00:01.000 --> 00:04.000\nHello'
const file = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n')
const read = (text: string) => readCaptions(Buffer.from(text))

test.each([
  ['one cue', file(cue)],
  ['a byte order mark and line ends of Windows', `\ufeff${file(cue).replaceAll('\n', '\r\n')}\r\n`],
  [
    'a title, headers, notes, styles, and regions',
    `WEBVTT - Talk\nKind: captions\n\n${['NOTE by Ada', 'STYLE\n::cue { color: red }', 'REGION\nid:a', cue].join('\n\n')}`,
  ],
  [
    'names and settings of cues, and hours',
    file(`intro\n${cue}`, '01:02:03.000 --> 100:00:00.000 align:start position:10%\nA\nB'),
  ],
  ['cues at the same time', file(cue, cue)],
])('%s is read, with the line ends of Unix', (_case, text) => {
  expect(read(text)).toEqual({ text: text.replace('\ufeff', '').replaceAll('\r\n', '\n') })
})

test.each([
  ['nothing', '', { problem: 'header' }],
  ['SRT', `1\n00:00:01,000 --> 00:00:04,000\nHello`, { problem: 'header' }],
  ['another word', `WEBVTT2\n\n${cue}`, { problem: 'header' }],
  ['HTML', '<!doctype html><script>alert(1)</script>', { problem: 'header' }],
  ['no cue', file('NOTE nothing'), { problem: 'empty' }],
  ['text without times', file(cue, 'Hello'), { problem: 'block', line: 6 }],
  ['times in a text', file(`${cue}\n00:05.000 --> 00:06.000`), { problem: 'block', line: 5 }],
  ['a comma', file('00:01,000 --> 00:04,000\nHello'), { problem: 'timing', line: 3 }],
  ['more than 59 seconds', file('00:61.000 --> 02:04.000\nHello'), { problem: 'timing', line: 3 }],
  ['an unknown setting', file('00:01.000 --> 00:04.000 onclick:x\nHello'), { problem: 'timing', line: 3 }],
  ['an end before the start', file('name\n00:04.000 --> 00:01.000\nHello'), { problem: 'timing', line: 4 }],
  ['an earlier cue below', file('00:09.000 --> 00:10.000\nA', cue), { problem: 'order', line: 6 }],
  ['more than 1 MiB', file(cue.padEnd(MAX_CAPTIONS_BYTES, '!')), { problem: 'tooLarge' }],
  ['a NUL', file(`${cue}\0`), { problem: 'encoding' }],
])('%s is refused', (_case, text, problem) => {
  expect(read(text)).toEqual(problem)
})

test('text in another encoding is refused', () => {
  expect(readCaptions(Buffer.from(file(`${cue} Zoë`), 'latin1'))).toEqual({ problem: 'encoding' })
})

test('a file of the largest size without blank lines is read at once', () => {
  expect(
    read(`WEBVTT\n\n00:01.000 --> 00:04.000\n${'a\n'.repeat(MAX_CAPTIONS_BYTES / 2 - 100)}`),
  ).toHaveProperty('text')
})
