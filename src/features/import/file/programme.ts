// The programme as every reader returns it: plain values, before the limits of the API are applied.

import type { ImportProblem } from './problems.ts'

export type ProgrammePerson = {
  /** Identifies a person across events: the first of guid, code, id, e-mail, and name that is present. */
  identity: string
  name: string
  /** Only set if the file has separate first and last names. Otherwise, `name` is split. */
  firstName?: string
  lastName?: string
  code: string
  id: string
  email: string
  biography: string
  avatar: string
  job?: string
  company?: string
  isHighlighted?: boolean
}

/** Undefined attributes are not in the file and stay unchanged on the server. '' is an empty text. */
export type ProgrammeEvent = {
  /** The id of the talk that was exported. */
  id?: string
  /** The same in every export of the programme. */
  externalId: string
  title?: string | undefined
  description?: string | undefined
  details?: string | undefined
  /** ISO 8601 with an offset. */
  date?: string | undefined
  end?: string | undefined
  /** `H:MM` or minutes. */
  duration?: string | undefined
  room?: string | undefined
  track?: string | undefined
  /** A tag or a name. */
  language?: string | undefined
  tags?: string[] | undefined
  /** URLs are as in the file. Some are relative to `baseUrl`. */
  logo?: string | undefined
  /** Without a title, the host name is the label. */
  links?: { title: string; url: string }[] | undefined
  /** An entry without persons is a break. */
  persons?: ProgrammePerson[] | undefined
  moderators?: ProgrammePerson[] | undefined
  /** Attributes of the API that are sent unchanged. */
  attributes?: Attributes
  /** JSON Pointers to attributes that are false because their cells are empty. */
  emptied?: string[]
  /** The number of the row in a table, where the header is usually row 1. */
  row?: number
  /** The sheet of the row, if several were read. */
  sheet?: string
  /** Problems that the reader found. */
  problems?: ImportProblem[]
}

/** A sponsor or account, with the attributes of the API. */
export type ProgrammeItem = {
  /** The id of the object that was exported. */
  id?: string
  externalId: string
  name: string
  attributes: Attributes
  /** JSON Pointers to attributes that are false because their cells are empty. */
  emptied?: string[]
  row: number
  sheet?: string
  problems: ImportProblem[]
}

export type Attributes = Record<string, unknown>

export const itemKinds = ['talks', 'sponsors', 'people'] as const
export type ItemKind = (typeof itemKinds)[number]

export type Programme = {
  format: Format
  /** The name of the source, if the file contains one; otherwise ''. */
  source: string
  title: string
  /** An IANA time zone; undefined if neither the file nor the caller names one. */
  timeZone: string | undefined
  baseUrl: string
  /** The kinds for which the file has a complete list, even an empty one. */
  kinds: readonly ItemKind[]
  events: ProgrammeEvent[]
  sponsors: ProgrammeItem[]
  people: ProgrammeItem[]
  /** Notes on what was left out, and why. */
  notes: ImportProblem[]
}

/** The programme with a text before each identifier, so that it does not share any with another programme. */
export function withIdPrefix(programme: Programme, prefix: string): Programme {
  const prefixed = <T extends { externalId: string }>(item: T): T =>
    item.externalId === '' ? item : { ...item, externalId: `${prefix}${item.externalId}` }
  const { events, sponsors, people } = programme
  return {
    ...programme,
    events: events.map(prefixed),
    sponsors: sponsors.map(prefixed),
    people: people.map(prefixed),
  }
}

export const formats = ['frab', 'sessionize', 'csv', 'xlsx'] as const
export type Format = (typeof formats)[number]
