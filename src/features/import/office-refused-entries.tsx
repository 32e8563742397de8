// Entries that are not imported or imported with a remark, by row, with advice.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { MAX_PREVIEWED, MAX_REFUSED_SHOWN } from './limits.ts'
import { RepairFields, RepairForm, type Repairing, wrongCells } from './office-repairs.tsx'
import type { ImportOutcome } from './office-report.ts'
import { attributeText, refusedTexts, warningText } from './office-texts.ts'

/** So many entries with the same problem are shown without opening them. */
const MAX_OPEN = 3

type RemarksProps = {
  outcome: ImportOutcome
  repairing?: Repairing | null
  /** Whether the import is over. */
  isDone?: boolean
  /** Remarks about the whole file. */
  notes?: readonly string[]
}

/** With `repairing`, the cells of refused entries can be corrected. */
export function Remarks({ outcome, repairing, isDone = false, notes = [] }: RemarksProps) {
  const messages = useMessages()
  const { preview: texts, result } = messages.office.imports
  const { leftOver } = result
  const { refused, warnings, cuts } = outcome
  const remarks = [
    ...warnings.map((warning) => ({ entry: warning, text: warningText(messages, warning) })),
    ...cuts.flatMap((entry) =>
      entry.cuts.map(({ text, from, to }) => ({
        entry,
        text: messages.forms.fieldOf({
          group: attributeText(messages, text),
          field: texts.shortened({ from, to }),
        }),
      })),
    ),
  ]
  const shown = refused.slice(0, MAX_REFUSED_SHOWN)
  const cells = repairing ? wrongCells(shown, repairing) : undefined
  const alike = [...Map.groupBy(shown, (entry) => refusedTexts(messages, entry).join('\n'))]
  const entries = (
    <ul class="import-entries">
      {alike.map(([text, group]) => (
        <li>
          <Remark text={text} entries={group}>
            {(entry) => <RepairFields cells={cells?.get(entry) ?? []} />}
          </Remark>
        </li>
      ))}
      <More count={refused.length - MAX_REFUSED_SHOWN} />
    </ul>
  )
  const grouped = [...Map.groupBy(remarks, ({ text }) => text)]
  return (
    <>
      {refused.length > 0 ? (
        <section id="refused" class={isDone ? 'panel' : 'notice danger'}>
          <h2>{isDone ? leftOver.title({ count: refused.length }) : texts.problems}</h2>
          <p>{isDone ? leftOver.intro : repairing ? texts.repairIntro : texts.problemsIntro}</p>
          {repairing ? <RepairForm repairing={repairing}>{entries}</RepairForm> : entries}
        </section>
      ) : null}
      {notes.length + remarks.length > 0 ? (
        <section class={remarks.length > 0 ? 'notice warning' : 'notice info'}>
          <h2>{texts.warnings}</h2>
          <ul class="import-entries">
            {notes.map((note) => (
              <li>{note}</li>
            ))}
            {grouped.slice(0, MAX_REFUSED_SHOWN).map(([text, group]) => (
              <li>
                <Remark text={text} entries={group.map(({ entry }) => entry)} />
              </li>
            ))}
            <More count={grouped.length - MAX_REFUSED_SHOWN} />
          </ul>
        </section>
      ) : null}
    </>
  )
}

type RemarkProps<Entry> = {
  text: string
  entries: readonly Entry[]
  /** Below the name of each entry. */
  children?: (entry: Entry) => ComponentChildren
}

/** Entries below what they have in common, with their number. Many are folded. */
function Remark<Entry extends NamedEntry>({ text, entries, children }: RemarkProps<Entry>) {
  const { formats } = useMessages()
  const lines = text.split('\n')
  const [first] = entries
  if (first && entries.length === 1)
    return (
      <>
        <EntryName entry={first} />
        {lines.map((line) => (
          <span class="line">{line}</span>
        ))}
        {children?.(first)}
      </>
    )
  return (
    <details class="disclosure import-remark" open={entries.length <= MAX_OPEN}>
      <summary>
        {lines.join(' ')} <span class="badge">{formats.number(entries.length)}</span>
      </summary>
      <ul>
        {entries.slice(0, MAX_PREVIEWED).map((entry) => (
          <li>
            <EntryName entry={entry} />
            {children?.(entry)}
          </li>
        ))}
        <More count={entries.length - MAX_PREVIEWED} />
      </ul>
    </details>
  )
}

type NamedEntry = { title: string; row: number | null; sheet?: string | undefined }

export function EntryName({ entry: { title, row, sheet } }: { entry: NamedEntry }) {
  const texts = useMessages().office.imports.preview
  const place = sheet === undefined ? texts.row : texts.rowOfSheet
  return (
    <>
      <strong dir="auto">{title || texts.untitled}</strong>{' '}
      {row === null ? null : <span class="badge">{place({ row, sheet: sheet ?? '' })}</span>}{' '}
    </>
  )
}

function More({ count }: { count: number }) {
  const { more } = useMessages().office.imports.preview
  return count > 0 ? <li class="quiet">{more({ count })}</li> : null
}
