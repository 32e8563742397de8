// Talks as calendar events.
import { type CalendarEvent, calendarText, eventText } from '../../../lib/text/icalendar.ts'
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

/** A calendar of the talks in these portions, by start. Their identifiers never change, and hidden tags are left out. */
export async function talkCalendar(
  { name, settings }: Pick<PlatformRow, 'name' | 'settings'>,
  portions: Iterable<readonly TalkEvent[]> | AsyncIterable<readonly TalkEvent[]>,
  origin: string,
): Promise<string> {
  const events: { startAt: number; text: string }[] = []
  for await (const portion of portions) {
    const written = await mapInSlices(portion, (event) => ({
      startAt: event.talk.startAt,
      text: eventText(calendarEvent(event, settings, origin)),
    }))
    events.push(...written)
  }
  events.sort((a, b) => a.startAt - b.startAt)
  return calendarText(
    name,
    events.map(({ text }) => text),
  )
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
