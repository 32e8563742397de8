// Talks as calendar events.
import {
  CALENDAR_END,
  type CalendarEvent,
  calendarHead,
  eventText,
} from '../../../kernel/lib/text/icalendar.ts'
import { markdownToText } from '../../../kernel/lib/text/markdown.ts'
import { mapInSlices } from '../../../kernel/lib/time/slices.ts'
import { displayName } from '../../../kit/components/person.tsx'
import type { PlatformRow } from '../../platforms/tables.ts'
import type { ListedPerson } from '../../talks/programme/public-talks-store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import type { FeedContent, FeedDocument } from './page-feed-parts.ts'

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

/** A calendar of the talks in these portions, in parts. Their identifiers never change, and hidden tags are left out. */
export async function* talkCalendar(
  { name, settings }: Pick<PlatformRow, 'name' | 'settings'>,
  portions: Iterable<readonly TalkEvent[]> | AsyncIterable<readonly TalkEvent[]>,
  origin: string,
): AsyncGenerator<string> {
  yield calendarHead(name)
  for await (const portion of portions) {
    const texts = await mapInSlices(portion, (event) => eventText(calendarEvent(event, settings, origin)))
    yield texts.join('')
  }
  yield CALENDAR_END
}

/** The calendar of all talks, by start. */
export const calendarDocument = ({ platform, outline, origin }: FeedContent): FeedDocument => ({
  *pieces() {
    yield calendarHead(platform.name)
    yield* outline.toSorted((a, b) => a.startAt - b.startAt)
    yield CALENDAR_END
  },
  separator: '',
  write: (event) => eventText(calendarEvent(event, platform.settings, origin)),
})

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
