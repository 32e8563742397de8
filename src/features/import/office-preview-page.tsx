// The preview of an import: its changes, the entries that cannot be imported and why, and the button that applies it.
import type { ComponentChildren } from 'preact'
import { Check, Choice, Field, Form } from '../../kit/components/form-fields.tsx'
import { FoldedGroup } from '../../kit/components/form-layout.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import type { EventFormat, PlatformSettings } from '../platforms/schema.ts'
import type { TalkChoices } from '../talks/choices-store.ts'
import { MAX_PREFIX_LENGTH } from './file/defaults.ts'
import type { ImportProblem } from './file/problems.ts'
import type { Attributes, ItemKind } from './file/programme.ts'
import { MAX_PREVIEWED } from './limits.ts'
import { Figures } from './office-figures.tsx'
import { ImportFrame } from './office-frame.tsx'
import { EntryName, Remarks } from './office-refused-entries.tsx'
import type { Repairing } from './office-repairs.tsx'
import { type ImportPreview, untypedTalks } from './office-report.ts'
import { type RoomConflict, RoomConflicts } from './office-room-conflicts.tsx'
import { importProblemText, pointerText, valueText } from './office-texts.ts'
import type { ImportRow } from './tables.ts'

type PreviewProps = {
  row: ImportRow
  preview: ImportPreview
  conflicts: readonly RoomConflict[]
  notes: readonly ImportProblem[]
  isMakingEmails: boolean
  /** The rooms and tracks that talks have so far. */
  known: Pick<TalkChoices, 'rooms' | 'tracks'>
  /** Null for a file that is not a table. */
  repairing: Repairing | null
  csrf: string
  settings: Pick<PlatformSettings, 'timezone' | 'format'>
  /** Names of accounts by ID. */
  people: ReadonlyMap<string, string>
}

export function PreviewPage({
  row,
  preview,
  conflicts,
  notes,
  isMakingEmails,
  known,
  repairing,
  csrf,
  settings: { timezone: zone, format },
  people,
}: PreviewProps) {
  const messages = useMessages()
  const texts = messages.office.imports.preview
  const { counts, created, updated, removed, refused, accounts } = preview
  const path = `${IMPORT}/${row.id}`
  const isEmpty = created.length + updated.length + removed.length === 0
  const needsEmails = refused.some(({ problems }) => problems.some(({ code }) => code === 'email_missing'))
  const view = { zone, people }
  const newRooms = newValues(preview, 'room', known.rooms)
  const newTracks = newValues(preview, 'track', known.tracks)
  return (
    <ImportFrame step="preview" title={texts.title} hasColumns={repairing !== null}>
      <p class="quiet">{texts.intro({ file: row.fileName })}</p>
      <Figures
        figures={[
          ['created', created.length, texts.created],
          ['updated', updated.length, texts.updated],
          ['unchanged', counts.unchanged, texts.unchanged],
          ['refused', refused.length, texts.refused],
        ]}
        linked={['created', 'updated', 'refused']}
      />
      <Remarks
        outcome={preview}
        repairing={repairing}
        notes={[
          ...(accounts.length > 0 ? [texts.accounts({ count: accounts.length })] : []),
          ...(newRooms.length > 0 ? [texts.newRooms({ count: newRooms.length, names: newRooms })] : []),
          ...(newTracks.length > 0 ? [texts.newTracks({ count: newTracks.length, names: newTracks })] : []),
          ...(isMakingEmails ? [texts.makesEmails] : []),
          ...notes.map((note) => importProblemText(messages, note)),
        ]}
      />
      <RoomConflicts conflicts={conflicts} zone={zone} />
      {isEmpty && refused.length === 0 ? (
        <div class="notice success">
          <p>{texts.nothing}</p>
        </div>
      ) : null}
      <ApplyForm action={`${path}/apply`} {...{ preview, csrf, format }} />
      <Options {...{ row, csrf, path, isMakingEmails, needsEmails }} />
      <Section id="created" title={texts.created} items={created} isOpen>
        {({ kind, body, ...entry }) => (
          <li>
            <EntryName entry={entry} />
            <NewDetails kind={kind} body={body} zone={zone} />
          </li>
        )}
      </Section>
      <Section id="updated" title={texts.updated} items={updated} isOpen>
        {({ changes, ...entry }) => (
          <li>
            <EntryName entry={entry} />
            <Changes changes={changes} {...view} />
          </li>
        )}
      </Section>
      <div class="actions">
        {repairing ? (
          <a class="button" href={`${path}/columns`}>
            {texts.changeColumns}
          </a>
        ) : null}
        <a class="button" href={IMPORT}>
          {texts.otherFile}
        </a>
      </div>
      <ApplyBar preview={preview} />
    </ImportFrame>
  )
}

/** The values of an attribute that no talk has yet. */
function newValues(
  { created, updated }: ImportPreview,
  attribute: 'room' | 'track',
  known: readonly string[],
): string[] {
  const values = [
    ...created.filter(({ kind }) => kind === 'talks').map(({ body }) => body[attribute]),
    ...updated
      .filter(({ kind }) => kind === 'talks')
      .flatMap(({ changes }) => changes)
      .filter(({ pointer }) => pointer === `/${attribute}`)
      .map(({ after }) => after),
  ]
  return [...new Set(values)].filter(
    (value): value is string => typeof value === 'string' && !known.includes(value),
  )
}

/** The button is in a bar that is always visible. */
const APPLY_FORM = 'import-apply'

type ApplyProps = {
  action: string
  csrf: string
  preview: ImportPreview
  format: EventFormat
}

/** The choices for the import. */
function ApplyForm({ action, csrf, preview: { created, removed }, format }: ApplyProps) {
  const { names, office } = useMessages()
  const texts = office.imports.preview
  return (
    <Form action={action} csrf={csrf} id={APPLY_FORM}>
      {format !== 'on_site' && untypedTalks(created).length > 0 ? (
        <div class="panel">
          <Choice
            name="talkType"
            label={texts.talkType}
            value={format === 'online' ? 'embedded' : ''}
            options={[
              ['', names.onSite],
              ['embedded', office.talks.form.types.embedded],
            ]}
          />
        </div>
      ) : null}
      {removed.length > 0 ? (
        <>
          <Check
            name="prune"
            label={texts.removeLabel({ count: removed.length })}
            isOn={false}
            hint={texts.removeHint}
          />
          <Section id="removed" title={texts.removed} items={removed} isOpen>
            {(entry) => (
              <li>
                <EntryName entry={entry} />
              </li>
            )}
          </Section>
        </>
      ) : null}
    </Form>
  )
}

function ApplyBar({ preview: { created, updated, removed, refused } }: { preview: ImportPreview }) {
  const texts = useMessages().office.imports.preview
  if (created.length + updated.length + removed.length === 0) return null
  return (
    <div class="save-bar import-bar">
      <button class="primary" type="submit" form={APPLY_FORM}>
        {applyText(texts, [...created, ...updated])}
      </button>
      <p class="quiet">
        {texts.numbers({
          created: created.length,
          updated: updated.length,
          refused: refused.length,
        })}
      </p>
    </div>
  )
}

type PreviewTexts = ReturnType<typeof useMessages>['office']['imports']['preview']

/** Says what is imported, if all of it is of one kind. */
function applyText({ apply }: PreviewTexts, entries: readonly { kind: ItemKind }[]): string {
  const [kind, ...others] = new Set(entries.map((entry) => entry.kind))
  const text = kind === undefined || others.length > 0 ? apply.entries : apply[kind]
  return text({ count: entries.length })
}

type SectionProps<Item> = {
  id: string
  title: string
  items: readonly Item[]
  isOpen?: boolean
  children: (item: Item) => ComponentChildren
}

function Section<Item>({ id, title, items, isOpen = false, children }: SectionProps<Item>) {
  const { formats, office } = useMessages()
  if (items.length === 0) return null
  const more = items.length - MAX_PREVIEWED
  return (
    <FoldedGroup id={id} title={title} set={formats.number(items.length)} isOpen={isOpen}>
      <ul class="import-entries">
        {items.slice(0, MAX_PREVIEWED).map(children)}
        {more > 0 ? <li class="quiet">{office.imports.preview.more({ count: more })}</li> : null}
      </ul>
    </FoldedGroup>
  )
}

/** Details that show at a glance whether dates, rooms, and people were read correctly. */
function NewDetails({ kind, body, zone }: { kind: ItemKind; body: Attributes; zone: string }) {
  const messages = useMessages()
  const shown = {
    talks: ['/start', '/duration', '/room', '/speakers'],
    people: ['/email'],
    sponsors: ['/level'],
  }
  const own = typeof body.timezone === 'string' ? body.timezone : zone
  const parts = shown[kind].map((pointer) => {
    const value = body[pointer.slice(1)]
    return pointer === '/speakers'
      ? peopleNames(value)
      : valueText(value, { messages, pointer, zone: own, people: new Map() })
  })
  return (
    <span class="quiet line" dir="auto">
      {parts.filter(Boolean).join(' · ')}
    </span>
  )
}

const peopleNames = (people: unknown): string =>
  (Array.isArray(people) ? people : [])
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    .join(', ')

type ChangesProps = {
  changes: ImportPreview['updated'][number]['changes']
  zone: string
  people: ReadonlyMap<string, string>
}

function Changes({ changes, zone, people }: ChangesProps) {
  const messages = useMessages()
  const { preview } = messages.office.imports
  return (
    <div class="table-frame list-table">
      <table class="history-changes">
        <thead>
          <tr>
            <th scope="col">{preview.field}</th>
            <th scope="col">{preview.before}</th>
            <th scope="col">{preview.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ pointer, before, after, edited }) => (
            <tr>
              <th scope="row">{pointerText(messages, pointer)}</th>
              {(
                [
                  ['before', before],
                  ['after', after],
                ] as const
              ).map(([column, value]) => (
                <td data-column={preview[column]} dir="auto">
                  {valueText(value, { messages, pointer, zone, people }) || <span class="quiet">–</span>}
                  {edited && column === 'before' ? <span class="badge">{preview.edited}</span> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type OptionsProps = {
  row: ImportRow
  csrf: string
  path: string
  isMakingEmails: boolean
  needsEmails: boolean
}

function Options({ row, csrf, path, isMakingEmails, needsEmails }: OptionsProps) {
  const texts = useMessages().office.imports.preview
  const { source, idPrefix = '', isTruncating } = row.choices
  return (
    <FoldedGroup title={texts.options}>
      <Form action={`${path}/options`} csrf={csrf}>
        <Field
          name="source"
          label={texts.source}
          value={source}
          maxLength={60}
          isRequired
          hint={texts.sourceHint}
        />
        <Field
          name="idPrefix"
          label={texts.idPrefix}
          value={idPrefix}
          maxLength={MAX_PREFIX_LENGTH}
          hint={texts.idPrefixHint}
        />
        <Check name="truncate" label={texts.truncate} isOn={isTruncating} />
        {isMakingEmails || needsEmails ? (
          <Check name="makeEmails" label={texts.makeEmails} isOn={isMakingEmails} />
        ) : null}
        <div class="actions">
          <button type="submit">{texts.update}</button>
        </div>
      </Form>
    </FoldedGroup>
  )
}
