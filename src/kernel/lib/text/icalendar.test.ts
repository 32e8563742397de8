// Calendars (RFC 5545).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALENDAR_END, calendarHead, eventText } from './icalendar.ts'

const anyText = fc.string({ unit: 'binary' })

test('keeps every text readable in lines of at most 75 octets', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyText,
      anyText,
      fc.array(anyText, { maxLength: 3 }),
      async (title, description, tags) => {
        const times = { changedAt: 0, startAt: 0, endAt: 60_000 }
        const event = {
          id: 'one',
          sequence: 1,
          ...times,
          title,
          description,
          place: '',
          tags,
          isCancelled: false,
          url: 'https://a.example',
        }
        const lines = `${calendarHead('Name')}${eventText(event)}${CALENDAR_END}`.split('\r\n')
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        const unfolded = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
        expect(unfolded).toHaveLength(lines.filter((line) => !line.startsWith(' ')).length)
        expect(readProperty(unfolded, 'SUMMARY')).toBe(withoutControls(title))
        expect(readProperty(unfolded, 'DESCRIPTION')).toBe(withoutControls(description))
      },
    ),
  )
})

const readProperty = (lines: readonly string[], name: string) =>
  lines
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .replace(/\\(.)/gs, (_all, char: string) => (char === 'n' ? '\n' : char))

const withoutControls = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar must not contain these.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/\r\n|\r|\n/g, '\n')
