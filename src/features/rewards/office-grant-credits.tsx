// Granting credits to many people at once, from a CSV file or pasted rows. Either all rows are granted, or none.
import { CsvError, parse } from 'csv-parse/sync'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { executeAll } from '../../kernel/changes/commands.ts'
import { type Problem, refusalCodec } from '../../kernel/changes/errors.ts'
import { isEmail } from '../../kernel/lib/text/email.ts'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { queryOf } from '../../kit/office/query-string.ts'
import { officeMessage } from '../../kit/office/refusals.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { MAX_CREDITS } from '../live/limits.ts'
import { changeCreditsCommand } from './credits.ts'
import { MAX_NOTE_LENGTH, MAX_ROWS } from './limits.ts'

export const GRANT_CREDITS = '/backoffice/credits'

type Grant = { line: number; email: string; amount: number; note: string }

export const grantCreditsRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get('/credits', { config: { operation: 'grantCreditsPage' } }, (request, reply) =>
    show(request, reply, { rows: '', problems: [] }),
  )

  office.post('/credits', { config: { operation: 'grantCreditsByForm' } }, async (request, reply) => {
    const caller = callerOf(request)
    const rows = fieldsOf(request)('rows')
    const { grants, problems } = readGrants(rows, messagesOf(request).office.ledgers.upload)
    if (problems.length > 0) return show(request, reply.code(422), { rows, problems })
    const commands = grants.map(({ email, amount, note }) =>
      changeCreditsCommand({
        reference: email,
        body: { kind: 'grant', amount, ...(note === '' ? {} : { note }) },
      }),
    )
    const { outcomes } = await executeAll(services, caller, commands, { isAtomic: true })
    const messages = messagesOf(request)
    const refused = outcomes.flatMap((outcome, index) => {
      if (outcome.status !== 'refused') return []
      const why = officeMessage(refusalCodec.fromData(outcome.refusal), messages)
      return problemOf(messages.office.ledgers.upload.refused({ line: grants[index]?.line ?? 0, why }))
    })
    if (refused.length > 0) return show(request, reply.code(422), { rows, problems: refused })
    return reply.redirect(`${GRANT_CREDITS}?done=saved`, 303)
  })
}

const problemOf = (message: string): Problem => ({ pointer: '/rows', code: 'row', message })

type Texts = Messages['office']['ledgers']['upload']

/** The grants in a table: e-mail, credits, and note. A first row without a number is the header. */
function readGrants(text: string, texts: Texts): { grants: Grant[]; problems: Problem[] } {
  const records = parseRows(text)
  if (!records) return { grants: [], problems: [problemOf(texts.unreadable)] }
  const all = records.map(([email = '', amount = '', note = ''], index) => ({
    line: index + 1,
    email,
    amount: Number(amount || Number.NaN),
    note: note.slice(0, MAX_NOTE_LENGTH),
  }))
  const grants = all.filter(({ line, email }) => line > 1 || isEmail(email))
  if (grants.length === 0) return { grants, problems: [problemOf(texts.empty)] }
  if (grants.length > MAX_ROWS) return { grants, problems: [problemOf(texts.tooMany({ most: MAX_ROWS }))] }
  const isWrong = ({ email, amount }: Grant) =>
    !isEmail(email) || !Number.isInteger(amount) || amount < 1 || amount > MAX_CREDITS
  return { grants, problems: grants.filter(isWrong).map(({ line }) => problemOf(texts.format({ line }))) }
}

/** The cells of each row; undefined if a quoted cell does not end. */
function parseRows(text: string): string[][] | undefined {
  try {
    return parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

function show(
  request: FastifyRequest,
  reply: FastifyReply,
  { rows, problems }: { rows: string; problems: readonly Problem[] },
) {
  const { title, notGranted } = messagesOf(request).office.ledgers.upload
  return sendOfficePage(request, reply, { title, scripts: ['csv-file.js'] }, (csrf) => (
    <>
      <h1>{title}</h1>
      <DoneNotice what={queryOf(request)('done')} />
      <ProblemSummary message={problems.length > 0 ? notGranted : undefined} problems={problems}>
        <GrantForm csrf={csrf} rows={rows} problems={problems} />
      </ProblemSummary>
    </>
  ))
}

type GrantFormProps = { csrf: string; rows: string; problems: readonly Problem[] }

function GrantForm({ csrf, rows, problems }: GrantFormProps) {
  const { upload: texts } = useMessages().office.ledgers
  return (
    <Form action={GRANT_CREDITS} csrf={csrf}>
      <p>{texts.intro}</p>
      <div class="field" data-csv-file="rows">
        <label for="csv-file">{texts.file}</label>
        <input id="csv-file" type="file" accept=".csv,text/csv,text/plain" aria-describedby="csv-file-hint" />
        <p class="hint" id="csv-file-hint">
          {texts.fileHint}
        </p>
      </div>
      <Field name="rows" label={texts.rows} rows={12} value={rows} problems={problems} />
      <div class="actions">
        <button class="primary" type="submit">
          {texts.submit}
        </button>
      </div>
    </Form>
  )
}
