// Turns a schedule in XML (https://c3voc.de/schedule/schema.xsd), as Pentabarf, frab, pretalx, and wafer write it, into
// the form of their JSON exports.
import { XMLParser } from 'fast-xml-parser'
import { ImportFailure } from '../file/failure.ts'
import { textOf } from './json-files.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // Otherwise, the texts between elements would be joined without what is inside the elements.
  preserveOrder: true,
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
  const { schedule } = parseXml(text)
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

function parseXml(text: string): Element {
  try {
    // This is the form that the parser returns with `preserveOrder`.
    return toElement({}, parser.parse(text, true) as Node[])
  } catch (error) {
    // The parser names the line, and the elements of the format at most.
    throw new ImportFailure({ code: 'xml_invalid', detail: error instanceof Error ? error.message : '' })
  }
}

function dayOf(day: Element) {
  const rooms = new Map<string, unknown[]>()
  const add = (room: string, events: readonly Element[]) =>
    rooms.set(room, [...(rooms.get(room) ?? []), ...events.map(eventOf)])
  for (const room of listOf(day.room)) add(textOf(room['@name']), listOf(room.event))
  // Early Pentabarf has the events of a day without their rooms around them.
  for (const event of listOf(day.event)) add(contentOf(event.room), [event])
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
  public_name: person.name === undefined ? contentOf(person) : contentOf(person.name),
})

const linkOf = (link: Element) => ({ title: textOf(link['#text']), url: textOf(link['@href']) })

/** An element without content has no attributes and elements inside. */
const elementOf = (value: unknown): Element =>
  typeof value === 'object' && value !== null ? (value as Element) : {}

/** Elements of one name. There is a list only if there are several. */
const listOf = (value: unknown): Element[] =>
  value === undefined ? [] : (Array.isArray(value) ? value : [value]).map(elementOf)

/** The text of an element, or of several, with everything inside. */
const contentOf = (value: unknown): string =>
  listOf(value)
    .map((element) => textOf(element['#text']))
    .join(' ')
    .trim()

const contentsOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    Object.entries(element).flatMap(([name, value]) =>
      /^[@#]/.test(name) ? [] : [[name, contentOf(value)]],
    ),
  )

/** A text, or an element by its name, with its attributes under `:@`. */
type Node = Record<string, unknown> & { ':@'?: Record<string, unknown> }

/** The attributes, the elements inside by their names, and all the text inside as `#text`. */
function toElement(attributes: Record<string, unknown>, nodes: readonly Node[]): Element {
  const element: Element = { ...attributes }
  let text = ''
  for (const { ':@': own = {}, ...node } of nodes) {
    const [name = '', content] = Object.entries(node)[0] ?? []
    // Texts and lists of nodes are all that the parser returns.
    if (!Array.isArray(content)) {
      text += content
      continue
    }
    const inner = toElement(own, content)
    const before = Object.hasOwn(element, name) ? element[name] : undefined
    element[name] = before === undefined ? inner : [before, inner].flat()
    text += separated(name, String(inner['#text']))
  }
  element['#text'] = text
  return element
}

const BLOCK = /^(?:p|div|ul|ol|li|h[1-6]|blockquote|pre|table|tr|br)$/i

/** Elements of HTML that begin on a new line do so in the text, too. */
const separated = (name: string, text: string): string => (BLOCK.test(name) ? `\n${text}\n` : text)
