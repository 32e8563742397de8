// An organizer's choices for an uploaded file.

/** The kinds of objects that a file can contain. */
export type ImportedKind = 'talks' | 'sponsors' | 'people'

/** A cell with another text than in the file. `sheet` is null in a table without sheets or of one sheet. */
export type CellRepair = { sheet: string | null; row: number; column: string; text: string }

export type ImportChoices = {
  /** The name of the source; '' until it is known. */
  source: string
  /** A text before each identifier of the file. Absent in choices of earlier versions. */
  idPrefix?: string
  /** The layout of a table; null until its columns have been chosen. */
  table: {
    kind: ImportedKind
    sheet: string | null
    /** The attribute of each column by its header; null leaves a column out. */
    columns: Readonly<Record<string, string | null>>
  } | null
  /** The order of day, month, and year in dates; null if it can be inferred from the dates. */
  dateFormat: 'dmy' | 'mdy' | 'ymd' | null
  /** What new talks of a table without a column for descriptions get; absent leaves theirs empty. */
  missingDescription?: 'title' | null
  /** The type of people whose entries have none; null refuses them. */
  personType: 'Attendee' | 'Speaker' | null
  /** Absent without corrections. */
  repairs?: readonly CellRepair[]
  /** The type of new talks whose entries have none; absent for talks on site. */
  talkType?: 'embedded'
  /** Whether texts that are too long are shortened instead of refused. */
  isTruncating: boolean
  /** Whether people without an e-mail get an address without a mailbox. */
  isMakingEmails: boolean
  /** Whether objects that are no longer in the file are removed. */
  isPruning: boolean
}

export const newImportChoices: ImportChoices = {
  source: '',
  table: null,
  dateFormat: null,
  personType: null,
  isTruncating: false,
  isMakingEmails: false,
  isPruning: false,
}

/** Choices that the imports of a platform share, for suggestions. */
export type ImportHabits = {
  /** The attribute of a column by kind and header. */
  columns: Readonly<Record<ImportedKind, Readonly<Record<string, string | null>>>>
  /** The texts before identifiers, by source. Absent in habits of earlier versions. */
  prefixes?: Readonly<Record<string, string>>
}

export const noImportHabits: ImportHabits = { columns: { talks: {}, sponsors: {}, people: {} } }

export const importStates = ['open', 'running', 'stopped', 'done'] as const
/** `open` before the import is applied; `stopped` if it failed before the end and can be continued. */
export type ImportState = (typeof importStates)[number]
