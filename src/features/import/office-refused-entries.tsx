// Entries that are not imported or imported with a remark, by row, with advice.
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { MAX_PREVIEWED, MAX_REFUSED_SHOWN } from './limits.ts'
import { RepairFields, RepairForm, type Repairing, wrongCells } from './office-repairs.tsx'
import type { ImportOutcome } from './office-report.ts'
import { attributeText, refusedTexts, warningText } from './office-texts.ts'

type RemarksProps = { outcome: ImportOutcome; repairing?: Repairing | null }

/** With `repairing`, the cells of refused entries can be corrected. */
export function Remarks({ outcome, repairing }: RemarksProps) {
  const messages = useMessages()
  const { preview: texts } = messages.office.imports
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
  const entries = (
    <ul class="import-entries">
      {shown.map((entry) => (
        <li>
          <EntryName entry={entry} />
          {refusedTexts(messages, entry).map((text) => (
            <span class="line">{text}</span>
          ))}
          <RepairFields cells={cells?.get(entry) ?? []} />
        </li>
      ))}
      <More count={refused.length - MAX_REFUSED_SHOWN} />
    </ul>
  )
  const grouped = [...Map.groupBy(remarks, ({ text }) => text)]
  return (
    <>
      {refused.length > 0 ? (
        <section id="refused" class="notice danger">
          <h2>{texts.problems}</h2>
          <p>{repairing ? texts.repairIntro : texts.problemsIntro}</p>
          {repairing ? <RepairForm repairing={repairing}>{entries}</RepairForm> : entries}
        </section>
      ) : null}
      {remarks.length > 0 ? (
        <section class="notice warning">
          <h2>{texts.warnings}</h2>
          <ul class="import-entries">
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

/** One entry beside its remark. Several are folded, with their number. */
function Remark({ text, entries }: { text: string; entries: readonly NamedEntry[] }) {
  const { formats } = useMessages()
  const [first] = entries
  if (first && entries.length === 1)
    return (
      <>
        <EntryName entry={first} />
        <span class="line">{text}</span>
      </>
    )
  return (
    <details class="disclosure import-remark">
      <summary>
        {text} <span class="badge">{formats.number(entries.length)}</span>
      </summary>
      <ul>
        {entries.slice(0, MAX_PREVIEWED).map((entry) => (
          <li>
            <EntryName entry={entry} />
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
