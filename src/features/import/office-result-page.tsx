// The progress of an import, and its outcome.

import { Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import { ImportFrame } from './office-frame.tsx'
import { Remarks } from './office-refused-entries.tsx'
import type { ImportOutcome } from './office-report.ts'
import type { ImportRow } from './tables.ts'
import { importStateOf } from './uploaded-imports.ts'

export type FinishedImport = ImportOutcome & {
  /** The e-mails of new people; empty once they have been invited. Absent in outcomes of earlier versions. */
  newPeople?: readonly string[]
  /** The number of people who got their invitation by e-mail. */
  invitedCount?: number
}

type ResultProps = {
  row: ImportRow
  outcome: FinishedImport | undefined
  csrf: string
  now: number
  hasColumns: boolean
}

export function ResultPage({ row, outcome, csrf, now, hasColumns }: ResultProps) {
  const texts = useMessages().office.imports.result
  const state = importStateOf(row, now)
  const title = state === 'done' ? texts.done : state === 'stopped' ? texts.stopped : texts.running
  return (
    <ImportFrame step="result" title={title} hasColumns={hasColumns}>
      <div id="import-progress" {...(state === 'running' ? { 'data-running': true } : {})}>
        {state === 'running' ? <Progress row={row} /> : null}
        {state === 'stopped' ? <Stopped row={row} csrf={csrf} /> : null}
        {state === 'done' && outcome ? <Done row={row} outcome={outcome} csrf={csrf} /> : null}
      </div>
    </ImportFrame>
  )
}

function Progress({ row: { id, doneCount, totalCount } }: { row: ImportRow }) {
  const texts = useMessages().office.imports.result
  return (
    <>
      <progress
        class="import-progress"
        value={doneCount}
        max={Math.max(totalCount, 1)}
        aria-label={texts.running}
      />
      <p role="status">{texts.runningText({ done: doneCount, total: totalCount })}</p>
      <p class="quiet">{texts.runningHint}</p>
      <div class="actions">
        <a class="button" href={`${IMPORT}/${id}`}>
          {texts.refresh}
        </a>
      </div>
    </>
  )
}

function Stopped({ row: { id, doneCount, totalCount }, csrf }: { row: ImportRow; csrf: string }) {
  const texts = useMessages().office.imports.result
  return (
    <>
      <div class="notice warning" role="alert">
        <p>
          {texts.runningText({ done: doneCount, total: totalCount })} {texts.stoppedText}
        </p>
      </div>
      <Form action={`${IMPORT}/${id}/apply`} csrf={csrf}>
        <div class="actions">
          <button class="primary" type="submit">
            {texts.continue}
          </button>
        </div>
      </Form>
    </>
  )
}

type DoneProps = { row: ImportRow; outcome: FinishedImport; csrf: string }

function Done({ row: { id, choices }, outcome, csrf }: DoneProps) {
  const { formats, office } = useMessages()
  const { imports, invitations } = office
  const texts = imports.result
  const { counts, refused, newPeople = [], invitedCount = 0 } = outcome
  const invite = choices.personType === 'Attendee' ? invitations.bulk.submit : texts.invite
  const figures = [
    [counts.created, texts.created],
    [counts.updated, texts.updated],
    [counts.unchanged, texts.unchanged],
    ...(counts.removed > 0 ? ([[counts.removed, texts.removed]] as const) : []),
    [refused.length, texts.refused],
  ] as const
  return (
    <>
      <ul class="figures" role="status">
        {figures.map(([count, label]) => (
          <li>
            <span class="figure">
              <strong>{formats.number(count)}</strong>
              <span>{label}</span>
            </span>
          </li>
        ))}
      </ul>
      <Remarks outcome={outcome} />
      {invitedCount > 0 ? <p>{texts.invited({ count: invitedCount })}</p> : null}
      {newPeople.length > 0 ? (
        <Form action={`${IMPORT}/${id}/invitations`} csrf={csrf}>
          <div class="actions">
            <button class="primary" type="submit">
              {invite({ count: newPeople.length })}
            </button>
          </div>
        </Form>
      ) : null}
      <div class="actions">
        <a class={newPeople.length > 0 ? 'button' : 'button primary'} href="/agenda">
          {texts.agenda}
        </a>
        <a class="button" href="/backoffice/talks">
          {texts.talks}
        </a>
        <a class="button" href={IMPORT}>
          {texts.another}
        </a>
      </div>
    </>
  )
}
