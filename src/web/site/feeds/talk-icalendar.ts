// Talks as calendar events.
import { CALENDAR_END, type CalendarEvent, calendarHead, eventText } from '../../../lib/text/icalendar.ts'
import { markdownToText } from '../../../lib/text/markdown.ts'
import { mapInSlices } from '../../../lib/time/slices.ts'
import type { ListedPerson } from '../../../store/site/public-talks.ts'
import type { PlatformRow, TalkRow } from '../../../store/sql/tables.ts'
import { displayName } from '../../components/person.tsx'

export type TalkEvent = {
  talk: Pick<
    TalkRow,
    | 'id'
    | 'state'
    | 'title'
    | 'description'
    | 'startAt'
    | 'endAt'
    | 'room'
    | 'track'
    | 'tags'
    | 'version'
    | 'updatedAt'
  >
  speakers: readonly ListedPerson[]
}

/**
 * A calendar of the talks in these portions, in parts. Their identifiers never change, and hidden tags are left out. A
 * talk that no longer exists is `undefined`.
 */
export async function* talkCalendar(
  { name, settings }: Pick<PlatformRow, 'name' | 'settings'>,
  portions: Iterable<readonly TalkEvent[]> | AsyncIterable<readonly (TalkEvent | undefined)[]>,
  origin: string,
): AsyncGenerator<string> {
  yield calendarHead(name)
  for await (const portion of portions) {
    const texts = await mapInSlices(portion, (event) =>
      event ? eventText(calendarEvent(event, settings, origin)) : '',
    )
    yield texts.join('')
  }
  yield CALENDAR_END
}

function calendarEvent(
  { talk, speakers }: TalkEvent,
  { venue }: Pick<PlatformRow['settings'], 'venue'>,
  origin: string,
): CalendarEvent {
  const url = `${origin}/talks/${talk.id}`
  return {
    id: talk.id,
    sequence: talk.version,
    changedAt: talk.updatedAt,
    startAt: talk.startAt,
    endAt: talk.endAt,
    title: talk.title,
    description: [speakers.map(displayName).join(', '), markdownToText(talk.description), url]
      .filter(Boolean)
      .join('\n\n'),
    place: [talk.room ?? talk.track, venue].filter(Boolean).join(', ') || url,
    tags: talk.tags,
    isCancelled: talk.state === 'cancelled',
    url,
  }
}
