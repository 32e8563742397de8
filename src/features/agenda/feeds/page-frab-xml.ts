// The programme as schedule.xml (c3voc.de/schedule/schema.xsd).
import XmlBuilder from 'fast-xml-builder'
import type { EventsHere, FrabDay, FrabEvent, FrabFormat } from './page-frab-schedule.ts'

// Characters that an XML document cannot contain, even as references (XML 1.0, section 2.2).
const INVALID_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu
const removeInvalid = (_name: string, value: unknown) =>
  typeof value === 'string' ? value.replace(INVALID_IN_XML, '') : value

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // A room can be named “true”.
  suppressBooleanAttributes: false,
  tagValueProcessor: removeInvalid,
  attributeValueProcessor: removeInvalid,
})

export const frabXml: FrabFormat = {
  event: (event) => builder.build({ event: eventOf(event) }),

  separator: '',

  *document({ version, origin, acronym, title, timeZone, accent, logo, tracks, days }) {
    const head = {
      generator: { '@name': 'Lectern', '@system': new URL(origin).host },
      url: `${origin}/schedule.xml`,
      version,
      conference: {
        title,
        acronym,
        start: days[0].date,
        end: (days.at(-1) ?? days[0]).date,
        days: days.length,
        timeslot_duration: '00:05',
        base_url: `${origin}/`,
        ...(logo === null ? {} : { logo }),
        url: `${origin}/agenda`,
        time_zone_name: timeZone,
        color: { '@primary': accent },
        track: tracks.map((name) => ({ '@name': name, '#text': name })),
      },
    }
    yield builder.build(DECLARATION)
    yield openElement('schedule', head)
    for (const day of days) yield* dayParts(day)
    yield '</schedule>'
  },
}

const DECLARATION = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' } }

/** An element with the children in `head`, up to its end tag. */
const openElement = (name: string, head: object): string =>
  builder.build({ [name]: head }).slice(0, -`</${name}>`.length)

function* dayParts({ index, date, start, end, rooms }: FrabDay): Generator<string | EventsHere> {
  yield openElement('day', { '@index': index, '@date': date, '@start': start, '@end': end })
  for (const { name, guid, talks } of rooms) {
    yield openElement('room', { '@name': name, '@guid': guid })
    yield { talks }
    yield '</room>'
  }
  yield '</day>'
}

const eventOf = (event: FrabEvent) => ({
  '@guid': event.guid,
  '@id': event.id,
  date: event.dateTime,
  start: event.time,
  duration: event.duration,
  room: event.room,
  slug: event.slug,
  url: event.url,
  title: event.title,
  subtitle: '',
  track: event.track ?? '',
  type: event.type,
  ...(event.language === null ? {} : { language: event.language }),
  abstract: event.abstract,
  description: event.description,
  ...(event.logo === null ? {} : { logo: event.logo }),
  persons: { person: event.persons.map(({ guid, name }) => ({ '@guid': guid, '#text': name })) },
  links: { link: event.links.map(linkOf) },
  attachments: { attachment: event.attachments.map(linkOf) },
})

const linkOf = ({ title, url }: FrabEvent['links'][number]) => ({ '@href': url, '#text': title })
