// The event and its talks for search engines: schema.org Event in JSON-LD, with the properties that Google documents.

import type { FastifyRequest } from 'fastify'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { markdownToText } from '../../kernel/lib/text/markdown.ts'
import { dayOf } from '../../kernel/lib/time/calendar-days.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { displayName } from '../../kit/components/person.tsx'
import { absoluteUrl } from '../../kit/site/site-urls.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { ListedPerson } from '../talks/programme/public-talks-store.ts'
import { pictureOf } from '../talks/programme/talk-cards.ts'
import type { TalkRow } from '../talks/tables.ts'
import { hasStage } from '../talks/talk-states.ts'
import type { Home } from './home.ts'
import type { TalkPage } from './talk-page.ts'

/** Browsers do not run a data block, so the security policy does not apply to it. No text can end the block. */
export function StructuredData({ data }: { data: object | undefined }) {
  if (!data) return null
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

const CONTEXT = 'https://schema.org'

/** The event with the talks on the home page; undefined if its days are not known. */
export function eventData(request: FastifyRequest, home: Home): object | undefined {
  const { platform } = request.visit
  const { tagline, timezone, banner, venue } = platform.settings
  const { span, people, live, next, featured } = home
  if (!span) return undefined
  const talks = new Map([...live, ...next, ...featured].map((talk) => [talk.id, talk]))
  return {
    '@context': CONTEXT,
    '@type': 'Event',
    ...{ '@id': `${originOf(request)}/#event`, url: `${originOf(request)}/`, name: platform.name },
    ...(tagline ? { description: tagline } : {}),
    ...(banner ? { image: [absoluteUrl(request, banner)] } : {}),
    startDate: dayOf(span.from, timezone),
    endDate: dayOf(span.to, timezone),
    eventStatus: `${CONTEXT}/EventScheduled`,
    ...placeOf(request, { path: '/', venue, isOnline: venue === null }),
    organizer: organizerOf(request),
    ...(people.length > 0 ? { performer: people.map((person) => personData(request, person)) } : {}),
    ...(talks.size > 0
      ? { subEvent: [...talks.values()].map((talk) => talkEvent(request, talk, talk.speakers)) }
      : {}),
  }
}

/** The talk as a part of the event; undefined for breaks and drafts. */
export function talkData(request: FastifyRequest, { talk, speakers }: TalkPage): object | undefined {
  if (talk.kind === 'break' || talk.state === 'draft') return undefined
  const picture = pictureOf(talk, speakers, request.visit.platform)
  return {
    '@context': CONTEXT,
    ...talkEvent(request, talk, speakers),
    ...(talk.description ? { description: markdownToText(talk.description) } : {}),
    ...(picture ? { image: [absoluteUrl(request, picture)] } : {}),
    ...(talk.language ? { inLanguage: talk.language } : {}),
    ...placeOf(request, {
      path: `/talks/${talk.id}`,
      venue: request.visit.platform.settings.venue,
      room: talk.room,
      isOnline: hasStage(talk),
    }),
    organizer: organizerOf(request),
    superEvent: { '@type': 'Event', '@id': `${originOf(request)}/#event`, name: request.visit.platform.name },
  }
}

type Listed = Pick<TalkRow, 'id' | 'title' | 'state' | 'startAt' | 'endAt' | 'room'>

function talkEvent(request: FastifyRequest, talk: Listed, speakers: readonly ListedPerson[]) {
  const { id, title, state, startAt, endAt, room } = talk
  const { venue } = request.visit.platform.settings
  const path = `/talks/${id}`
  return {
    '@type': 'Event',
    url: absoluteUrl(request, path),
    name: title,
    startDate: formatInstant(startAt),
    endDate: formatInstant(endAt),
    eventStatus: `${CONTEXT}/${state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    ...placeOf(request, { path, venue, room, isOnline: venue === null }),
    ...(speakers.length > 0 ? { performer: speakers.map((person) => personData(request, person)) } : {}),
  }
}

const personData = (request: FastifyRequest, person: ListedPerson) => ({
  '@type': 'Person',
  name: displayName(person),
  url: absoluteUrl(request, `/speakers/${person.id}`),
})

const organizerOf = (request: FastifyRequest) => ({
  '@type': 'Organization',
  name: request.visit.platform.name,
  url: `${originOf(request)}/`,
})

type Held = { path: string; venue: PlatformRow['settings']['venue']; room?: string | null; isOnline: boolean }

function placeOf(request: FastifyRequest, { path, venue, room, isOnline }: Held) {
  const online = { '@type': 'VirtualLocation', url: absoluteUrl(request, path) }
  if (venue === null) return { eventAttendanceMode: `${CONTEXT}/OnlineEventAttendanceMode`, location: online }
  const place = { '@type': 'Place', name: room ? `${room}, ${venue}` : venue, address: venue }
  return isOnline
    ? { eventAttendanceMode: `${CONTEXT}/MixedEventAttendanceMode`, location: [place, online] }
    : { eventAttendanceMode: `${CONTEXT}/OfflineEventAttendanceMode`, location: place }
}
