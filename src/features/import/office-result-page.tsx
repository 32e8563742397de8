// The progress of an import, and its outcome.

import { Form } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import type { ItemKind } from './file/programme.ts'
import { Figures } from './office-figures.tsx'
import { ImportFrame } from './office-frame.tsx'
import { Remarks } from './office-refused-entries.tsx'
import type { ImportOutcome } from './office-report.ts'
import type { ImportRow } from './tables.ts'
import { importStateOf } from './uploaded-imports.ts'

export type FinishedImport = ImportOutcome & {
  /** The kind of all entries. Absent if there are several, and in outcomes of earlier versions. */
  kind?: ItemKind
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
  const { kind = 'entries', counts: { created = 0, updated = 0 } = {} } = outcome ?? {}
  const count = created + updated
  const titles = {
    open: texts.running,
    running: texts.running,
    stopped: texts.stopped,
    done: texts.done[kind]({ count }),
  }
  return (
    <ImportFrame
      step="result"
      title={titles[state]}
      isSuccess={state === 'done' && count > 0}
      hasColumns={hasColumns}
    >
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
  const { imports, invitations } = useMessages().office
  const texts = imports.result
  const { counts, refused, newPeople = [], invitedCount = 0 } = outcome
  const invite = choices.personType === 'Attendee' ? invitations.bulk.submit : texts.invite
  return (
    <>
      {invitedCount > 0 ? <p>{texts.invited({ count: invitedCount })}</p> : null}
      <div class="actions">
        {newPeople.length > 0 ? (
          <Form action={`${IMPORT}/${id}/invitations`} csrf={csrf}>
            <button class="primary" type="submit">
              {invite({ count: newPeople.length })}
            </button>
          </Form>
        ) : null}
        <a class={newPeople.length > 0 ? 'button' : 'button primary'} href="/agenda">
          {texts.agenda}
        </a>
        <a class="button" href="/backoffice/talks?when=all">
          {texts.talks}
        </a>
        <a class="button" href={IMPORT}>
          {texts.another}
        </a>
      </div>
      <Figures
        figures={[
          ['created', counts.created, texts.created],
          ['updated', counts.updated, texts.updated],
          ['unchanged', counts.unchanged, texts.unchanged],
          ...(counts.removed > 0 ? ([['removed', counts.removed, texts.removed]] as const) : []),
          ['refused', refused.length, texts.refused],
        ]}
        linked={['refused']}
      />
      <Remarks outcome={outcome} isDone />
    </>
  )
}
