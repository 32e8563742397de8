// Turns a schedule in XML (https://c3voc.de/schedule/schema.xsd), as Pentabarf, frab, pretalx, and wafer write it, into
// the form of their JSON exports.
import { XMLParser } from 'fast-xml-parser'
import { ImportFailure } from '../failure.ts'
import { textOf } from './json-files.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
})

type Element = Record<string, unknown>

/** @throws ImportFailure if the text is not a schedule in XML. */
export function parseScheduleXml(text: string): unknown {
  // Schedules define no entities, with which a small file could become a large one.
  if (!/<schedule[\s/>]/.test(text) || /<!ENTITY/i.test(text))
    throw new ImportFailure({ code: 'unknown_xml' })
  const { schedule } = elementOf(parseXml(text))
  const { version, generator, conference, day: days, ...root } = elementOf(schedule)
  if (conference === undefined) throw new ImportFailure({ code: 'unknown_xml' })
  const own = elementOf(conference)
  return {
    schedule: {
      version: contentOf(version),
      generator: { name: textOf(elementOf(generator)['@name']) },
      base_url: contentOf(own.base_url) || contentOf(root.base_url),
      conference: { ...contentsOf(own), days: listOf(days).map(dayOf) },
    },
  }
}

function parseXml(text: string): unknown {
  try {
    return parser.parse(text, true)
  } catch (error) {
    // The parser names the line, and the elements of the format at most.
    throw new ImportFailure({ code: 'xml_invalid', detail: error instanceof Error ? error.message : '' })
  }
}

function dayOf(day: Element) {
  const rooms = new Map<string, unknown[]>()
  for (const room of listOf(day.room)) {
    const name = textOf(room['@name'])
    rooms.set(name, [...(rooms.get(name) ?? []), ...listOf(room.event).map(eventOf)])
  }
  const [date, start, end] = [day['@date'], day['@start'], day['@end']].map(textOf)
  return { date, day_start: start, day_end: end, rooms: Object.fromEntries(rooms) }
}

const eventOf = ({ persons, links, attachments, ...event }: Element) => ({
  ...contentsOf(event),
  guid: textOf(event['@guid']),
  id: textOf(event['@id']),
  persons: listOf(elementOf(persons).person).map(personOf),
  links: listOf(elementOf(links).link).map(linkOf),
  attachments: listOf(elementOf(attachments).attachment).map(linkOf),
})

const personOf = (person: Element) => ({
  ...contentsOf(person),
  guid: textOf(person['@guid']),
  code: textOf(person['@code']),
  id: textOf(person['@id']),
  public_name: contentOf(person.name) || textOf(person['#text']),
})

const linkOf = (link: Element) => ({ title: textOf(link['#text']), url: textOf(link['@href']) })

/** The attributes and elements inside; only text has none. */
const elementOf = (value: unknown): Element =>
  typeof value === 'object' && value !== null ? (value as Element) : { '#text': value }

/** Elements of one name. The parser returns a list only if there are several. */
const listOf = (value: unknown): Element[] =>
  value === undefined || value === '' ? [] : (Array.isArray(value) ? value : [value]).map(elementOf)

/** The text of an element with everything inside it. */
function contentOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value)
  const parts = Object.entries(value).filter(([name]) => !name.startsWith('@'))
  return parts
    .map(([, part]) => contentOf(part))
    .join(' ')
    .trim()
}

const contentsOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      /^[@#]/.test(name) ? [] : [[name, contentOf(value)]],
    ),
  )
