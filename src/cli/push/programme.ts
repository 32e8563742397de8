// What every reader makes of its file: the programme in plain values, before any limit of the API is looked at.

export type ProgrammePerson = {
  /** The same for one person in all events: guid, else code, else id, else e-mail, else the name. */
  identity: string
  name: string
  /** Where the file has the two apart; else `name` is split. */
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

/** What is undefined the file does not speak of, and stays on the server as it is; '' is an empty text. */
export type ProgrammeEvent = {
  /** The same in every export of the programme. */
  externalId: string
  title?: string | undefined
  description?: string | undefined
  /** ISO 8601 with an offset. */
  date?: string | undefined
  end?: string | undefined
  /** `HH:MM`, `D:HH:MM`, or minutes. */
  duration?: string | undefined
  track?: string | undefined
  tags?: string[] | undefined
  hiddenTags?: string[] | undefined
  /** URLs stand as exported, some relative to `baseUrl`. */
  logo?: string | undefined
  /** Without a title the host name is the label. */
  links?: { title: string; url: string }[] | undefined
  persons?: ProgrammePerson[] | undefined
  moderators?: ProgrammePerson[] | undefined
  /** Attributes of the API that go as they are. */
  attributes?: Attributes
  /** Where in the file it stands, for who has to look it up: `row 4`. */
  place?: string
  /** Why it cannot go in, as far as the reader saw. */
  problems?: string[]
}

/** A sponsor or an account, in the attributes of the API. */
export type ProgrammeItem = {
  externalId: string
  name: string
  attributes: Attributes
  place: string
  problems: string[]
}

export type Attributes = Record<string, unknown>

export const itemKinds = ['talks', 'sponsors', 'people'] as const
export type ItemKind = (typeof itemKinds)[number]

export type Programme = {
  format: Format
  /** Under which name the server keeps it, where the file names itself; '' where it does not. */
  source: string
  title: string
  /** IANA name; undefined where neither the file nor the caller gives one. */
  timeZone: string | undefined
  baseUrl: string
  /** Of what the file is the whole list, be it empty. */
  kinds: readonly ItemKind[]
  events: ProgrammeEvent[]
  sponsors: ProgrammeItem[]
  people: ProgrammeItem[]
  /** What was left out, and why. */
  notes: string[]
}

export const formats = ['frab', 'sessionize', 'csv'] as const
export type Format = (typeof formats)[number]
