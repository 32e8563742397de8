// Talks as calendar events.
import { calendarText } from '../../../lib/text/icalendar.ts'
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

/** A calendar of these talks. Their identifiers never change, and hidden tags are left out. */
export async function talkCalendar(
  { name, settings }: Pick<PlatformRow, 'name' | 'settings'>,
  events: readonly TalkEvent[],
  origin: string,
): Promise<string> {
  return calendarText(
    name,
    await mapInSlices(events, ({ talk, speakers }) => {
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
        place: [talk.room ?? talk.track, settings.venue].filter(Boolean).join(', ') || url,
        tags: talk.tags,
        isCancelled: talk.state === 'cancelled',
        url,
      }
    }),
  )
}
