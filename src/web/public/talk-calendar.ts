// Talks as events of a calendar (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone.
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { ListedPerson } from '../../store/programme.ts'
import type { PlatformRow, TalkRow } from '../../store/tables.ts'
import { displayName } from '../components/person.tsx'

export type TalkEvent = {
  talk: Pick<
    TalkRow,
    'id' | 'title' | 'description' | 'startAt' | 'endAt' | 'track' | 'tags' | 'version' | 'updatedAt'
  >
  speakers: readonly ListedPerson[]
}

// Characters that no value may hold (RFC 5545, section 3.3.11).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
const plain = (text: string): string => text.replace(CONTROLS, '')

/** A calendar of these talks, whose identifiers stay what they are; hidden tags are no part of it. */
export function talkCalendar(
  { name, settings }: Pick<PlatformRow, 'name' | 'settings'>,
  events: readonly TalkEvent[],
  origin: string,
): string {
  const calendar = ical({
    name: plain(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Lectern', product: 'Lectern' },
  })
  for (const { talk, speakers } of events) {
    const url = `${origin}/talks/${talk.id}`
    calendar.createEvent({
      id: talk.id,
      sequence: talk.version,
      // Not the time of asking: the same programme is the same document.
      stamp: new Date(talk.updatedAt),
      lastModified: new Date(talk.updatedAt),
      start: new Date(talk.startAt),
      end: new Date(talk.endAt),
      summary: plain(talk.title),
      description: plain(
        [speakers.map(displayName).join(', '), talk.description, url].filter(Boolean).join('\n\n'),
      ),
      location: plain([talk.track, settings.venue].filter(Boolean).join(', ')) || url,
      categories: talk.tags.map((tag) => ({ name: plain(tag) })),
      url,
    })
  }
  return calendar.toString()
}
