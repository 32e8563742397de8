// Finds names for the ids in a dry run: objects that would be removed, and people who would join or leave a talk.

import { dateTimeAt } from '../../../kernel/lib/time/conference-days.ts'
import { isTimeZone, parseInstant } from '../../../kernel/lib/time/instants.ts'
import { type Entry, entryAt, type Prepared } from '../file/document.ts'
import type { TalkBody } from '../file/plan.ts'
import { noLastName } from '../readers/names.ts'
import type { ApiClient } from './client.ts'
import type { DiffEntry } from './diff.ts'
import type { AttributeChange, ObjectChange } from './send-programme.ts'

/** Each lookup counts toward the shared rate limit, so further objects are shown by id. */
const MAX_LOOKUPS = 40

export async function nameChanges(
  changes: ObjectChange[],
  prepared: Prepared,
  client: ApiClient,
): Promise<DiffEntry[]> {
  const people = changes.flatMap((change) => change.changes.filter(isPeople))
  const emails = await lookUpEmails(
    new Set([...people.flatMap(differing), ...people.flatMap(({ before }) => before)]),
    client,
  )
  const named = (list: string[]) => list.map((one) => emails.get(one) ?? one)
  return changes.map(({ kind, action, pointer = '', changes: attributes }) => {
    const entry = entryAt(prepared, pointer)?.entry
    return {
      kind,
      action,
      name: pointer === '' ? nameOfRemoved(attributes) : (entry?.name ?? pointer),
      ...(action === 'created' && entry?.kind === 'talks' ? { details: detailsOf(entry) } : {}),
      timeZone: entry === undefined ? undefined : zoneOf(entry),
      changes: attributes.map((change) =>
        isPeople(change) ? { ...change, before: named(change.before), after: named(change.after) } : change,
      ),
    }
  })
}

/** `2027-05-20T09:30+02:00 · 45 min · Hall 1 · Ada Lindqvist`, to check at a glance how a file was read. */
function detailsOf(entry: Entry): string {
  if (!('body' in entry)) return ''
  const { start, duration, room, speakers } = entry.body as TalkBody
  const zone = zoneOf(entry)
  const instant = parseInstant(start ?? '')
  const people = speakers?.map(({ firstName, lastName }) =>
    [firstName, lastName].filter((part) => part !== noLastName),
  )
  return [
    instant === undefined || zone === undefined ? start : dateTimeAt(instant, zone),
    duration === undefined ? '' : `${duration} min`,
    room,
    people?.map((names) => names.join(' ')).join(', '),
  ]
    .filter(Boolean)
    .join(' · ')
}

function zoneOf(entry: Entry): string | undefined {
  const zone = 'body' in entry ? entry.body.timezone : undefined
  return typeof zone === 'string' && isTimeZone(zone) ? zone : undefined
}

/** `How to count (event-11)`. The changes of a removed object contain its old values. */
function nameOfRemoved(attributes: AttributeChange[]): string {
  const before = new Map(attributes.map((change) => [change.pointer, change.before]))
  const name = before.get('/title') ?? before.get('/name') ?? before.get('/email')
  return `${name} (${before.get('/externalId')})`
}

type PeopleChange = AttributeChange & { before: string[]; after: string[] }

/** Lists of people contain ids of accounts, and e-mails of accounts that would be created. */
const isPeople = (change: AttributeChange): change is PeopleChange =>
  /^\/(?:speakers|moderators)$/.test(change.pointer) &&
  Array.isArray(change.before) &&
  Array.isArray(change.after)

/** The diff shows only people who join or leave. JSON contains the others, too. */
const differing = ({ before, after }: PeopleChange): string[] => [
  ...before.filter((one) => !after.includes(one)),
  ...after.filter((one) => !before.includes(one)),
]

async function lookUpEmails(people: Set<string>, client: ApiClient): Promise<Map<string, string>> {
  const emails = new Map<string, string>()
  const ids = [...people].filter((one) => !one.includes('@'))
  for (const id of ids.slice(0, MAX_LOOKUPS)) {
    const { status, body } = await client.get(`/users/${id}`)
    if (status === 200) emails.set(id, String(body.email))
  }
  return emails
}
