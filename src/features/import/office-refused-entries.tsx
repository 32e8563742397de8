// Entries that are not imported or imported with a remark, by row, with advice.
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { MAX_REFUSED_SHOWN } from './limits.ts'
import type { ImportOutcome } from './office-report.ts'
import { attributeText, refusedTexts, warningText } from './office-texts.ts'

/** Of equal remarks, the first entries are named. */
const MAX_PLACES = 3

export function Remarks({ outcome }: { outcome: ImportOutcome }) {
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
  const grouped = [...Map.groupBy(remarks, ({ text }) => text)]
  return (
    <>
      {refused.length > 0 ? (
        <section id="refused" class="notice danger">
          <h2>{texts.problems}</h2>
          <p>{texts.problemsIntro}</p>
          <ul class="import-entries">
            {refused.slice(0, MAX_REFUSED_SHOWN).map((entry) => (
              <li>
                <EntryName entry={entry} />
                {refusedTexts(messages, entry).map((text) => (
                  <span class="line">{text}</span>
                ))}
              </li>
            ))}
            <More count={refused.length - MAX_REFUSED_SHOWN} />
          </ul>
        </section>
      ) : null}
      {remarks.length > 0 ? (
        <section class="notice warning">
          <h2>{texts.warnings}</h2>
          <ul class="import-entries">
            {grouped.slice(0, MAX_REFUSED_SHOWN).map(([text, group]) => (
              <li>
                {group.slice(0, MAX_PLACES).map(({ entry }) => (
                  <EntryName entry={entry} />
                ))}
                {group.length > MAX_PLACES ? texts.more({ count: group.length - MAX_PLACES }) : null}
                <span class="line">{text}</span>
              </li>
            ))}
            <More count={grouped.length - MAX_REFUSED_SHOWN} />
          </ul>
        </section>
      ) : null}
    </>
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
