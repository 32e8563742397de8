// The routes of an import: upload, columns, preview, and outcome. The file waits in the store between them.

import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { freeBody } from '../../kernel/http/server/large-bodies.ts'
import { displayName } from '../../kit/components/person.tsx'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import { among } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { linkOrigin } from '../access/invitations/office-new-people.ts'
import { inviteAll } from '../access/links/bulk-invitations.ts'
import { accountsByIds, findAccounts } from '../people/find-accounts.ts'
import { listTalkChoices } from '../talks/lists.ts'
import { showInvitations } from '../user-management/office-invite-people.tsx'
import { defaultSource, MAX_PREFIX_LENGTH, MAX_SOURCE_LENGTH } from './file/defaults.ts'
import { ImportFailure } from './file/failure.ts'
import { itemKinds } from './file/programme.ts'
import { MAX_COLUMNS, MAX_IMPORT_BYTES, MAX_ITEMS, MAX_REFUSED_SHOWN } from './limits.ts'
import { columnField, sendColumnsPage } from './office-columns-page.tsx'
import { type ImportJob, type Planned, planImport, sendPlan, withTypes } from './office-plan.ts'
import { PreviewPage } from './office-preview-page.tsx'
import { readUpload } from './office-read-upload.ts'
import { repairsOf, rowsToRepair } from './office-repairs.tsx'
import { type ImportPreview, previewOf } from './office-report.ts'
import { type FinishedImport, ResultPage } from './office-result-page.tsx'
import { readRoomConflicts } from './office-room-conflicts.tsx'
import { ImportRuns } from './office-runs.ts'
import { importProblemText } from './office-texts.ts'
import { encodings, sendUploadPage } from './office-upload-page.tsx'
import { dateFormats } from './readers/local-times.ts'
import { personTypes } from './readers/read-csv.ts'
import { recognizeSource } from './recognition.ts'
import type { ImportRow } from './tables.ts'
import {
  chooseForImport,
  discardImport,
  endImport,
  importStateOf,
  keepImport,
  outcomeOf,
  readImport,
  readImportHabits,
  startImport,
} from './uploaded-imports.ts'
import { type ImportChoices, newImportChoices } from './uploaded-imports-schema.ts'

type Ids = { Params: { id: string } }

export const importRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options
  const runs = new ImportRuns()
  office.addHook('onClose', () => runs.close())
  const read = (request: FastifyRequest<Ids>) => readImport(services, callerOf(request), request.params.id)

  office.get('/import', { config: { operation: 'importPage' } }, (request, reply) =>
    sendUploadPage(options, request, reply),
  )

  office.post(
    '/import',
    { config: { operation: 'uploadImport', acceptsUploads: true } },
    async (request, reply) => upload(options, request, reply),
  )

  office.get<Ids>('/import/:id', { config: { operation: 'officeImport' } }, async (request, reply) => {
    const row = await read(request)
    if (row.state === 'open') return reply.redirect(nextPage(row), 303)
    const outcome = outcomeOf(services, row) as FinishedImport | null | undefined
    const { title } = messagesOf(request).office.imports
    const page = { title, scripts: ['import.js'], styles: ['import.css'] }
    return sendOfficePage(request, reply, page, (csrf) => (
      <ResultPage
        {...{ row, csrf }}
        outcome={outcome ?? undefined}
        now={services.clock.now()}
        hasColumns={row.choices.table !== null}
      />
    ))
  })

  office.get<Ids>(
    '/import/:id/columns',
    { config: { operation: 'importColumnsPage' } },
    async (request, reply) => {
      const row = await read(request)
      if (row.state !== 'open') return reply.redirect(`${IMPORT}/${row.id}`, 303)
      return sendColumnsPage(options, request, reply, { row })
    },
  )

  office.post<Ids>(
    '/import/:id/columns',
    { config: { operation: 'chooseImportColumns' } },
    async (request, reply) => chooseColumns(options, request, reply, await read(request)),
  )

  office.get<Ids>(
    '/import/:id/preview',
    { config: { operation: 'importPreview' } },
    async (request, reply) => {
      const row = await read(request)
      if (row.state !== 'open') return reply.redirect(`${IMPORT}/${row.id}`, 303)
      return sendPreview(options, request, reply, row)
    },
  )

  office.post<Ids>(
    '/import/:id/options',
    { config: { operation: 'chooseImportOptions' } },
    async (request, reply) => {
      const row = await read(request)
      const field = fieldsOf(request)
      await chooseForImport(services, callerOf(request), row.id, {
        ...row.choices,
        source: field('source').slice(0, MAX_SOURCE_LENGTH) || row.choices.source,
        idPrefix: field('idPrefix').slice(0, MAX_PREFIX_LENGTH),
        isTruncating: field('truncate') === 'on',
        isMakingEmails: field('makeEmails') === 'on',
      })
      return reply.redirect(`${IMPORT}/${row.id}/preview`, 303)
    },
  )

  office.post<Ids>(
    '/import/:id/repairs',
    { config: { operation: 'repairImport' } },
    async (request, reply) => {
      const row = await read(request)
      const repairs = await repairsOf(request, row)
      await chooseForImport(services, callerOf(request), row.id, { ...row.choices, repairs })
      return reply.redirect(`${IMPORT}/${row.id}/preview`, 303)
    },
  )

  office.post<Ids>('/import/:id/apply', { config: { operation: 'applyImport' } }, async (request, reply) => {
    await apply(options, runs, request, await read(request))
    return reply.redirect(`${IMPORT}/${request.params.id}`, 303)
  })

  office.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ImportFailure)) throw error
    const problem = importProblemText(messagesOf(request), error.problem)
    return sendUploadPage(options, request, reply.code(422), problem)
  })

  office.post<Ids>(
    '/import/:id/invitations',
    { config: { operation: 'inviteImportedPeople' } },
    async (request, reply) => {
      const row = await read(request)
      const { id, state } = row
      const next = `${IMPORT}/${id}`
      const outcome = outcomeOf(services, row) as FinishedImport | null | undefined
      const emails = outcome?.newPeople ?? []
      if (state !== 'done' || emails.length === 0) return reply.redirect(next, 303)
      const caller = callerOf(request)
      const { invited } = await inviteAll(services, caller, {
        users: [...(await findAccounts(services, caller, emails)).values()],
        origin: await linkOrigin(options, request),
        inviter: services.hasMailer ? displayName(caller.user) : null,
      })
      const invitedCount = services.hasMailer ? invited.length : 0
      await endImport(services, caller, { id, state, outcome: { ...outcome, newPeople: [], invitedCount } })
      if (services.hasMailer || invited.length === 0) return reply.redirect(next, 303)
      return showInvitations(options, request, reply, { invited, next })
    },
  )

  office.post<Ids>(
    '/import/:id/discard',
    { config: { operation: 'discardImport' } },
    async (request, reply) => {
      const { id } = await read(request)
      await discardImport(services, callerOf(request), id)
      return reply.redirect(IMPORT, 303)
    },
  )
}

const MAX_NAME_LENGTH = 120

/** The first step of a table is its columns. */
const nextPage = ({ id, choices }: ImportRow): string =>
  `${IMPORT}/${id}/${choices.table === null && choices.source === '' ? 'columns' : 'preview'}`

async function upload(options: WebOptions, request: FastifyRequest, reply: FastifyReply) {
  const { services } = options
  const texts = messagesOf(request).office.imports
  const again = (problem: string) => sendUploadPage(options, request, reply.code(422), problem)
  const { fileName = '', bytes } = request.uploads?.find(({ name }) => name === 'file') ?? {}
  if (bytes === undefined || (fileName === '' && bytes.length === 0)) return again(texts.noFile)
  try {
    if (bytes.length > MAX_IMPORT_BYTES)
      return again(texts.tooLarge({ megabytes: MAX_IMPORT_BYTES / 2 ** 20 }))
    const caller = callerOf(request)
    const zone = caller.platform.settings.timezone
    const encoding = among(encodings, fieldsOf(request)('encoding'))
    const { content, count, programme } = await readUpload('openUpload', { bytes, zone, encoding })
    if (count > MAX_ITEMS) return again(texts.tooMany({ max: MAX_ITEMS }))
    const name = baseName(fileName).slice(0, MAX_NAME_LENGTH)
    const id = await keepImport(services, caller, { fileName: name, content })
    if (programme) {
      const { kind, entries } = programme.listed
      const known = programme.source ? undefined : await recognizeSource(services, caller, kind, entries)
      const source = known ?? defaultSource(programme, withoutExtension(name))
      await chooseForImport(services, caller, id, {
        ...newImportChoices,
        ...(await sourceChoices(options, request, source)),
      })
    }
    return reply.redirect(`${IMPORT}/${id}`, 303)
  } finally {
    freeBody(bytes)
  }
}

/** The source, with the prefix that its identifiers had in the last import. */
async function sourceChoices({ services }: WebOptions, request: FastifyRequest, source: string) {
  const { prefixes = {} } = await readImportHabits(services, callerOf(request))
  return { source, idPrefix: prefixes[source] ?? '' }
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''
const withoutExtension = (name: string): string => name.replace(/\.\w+$/, '')

async function chooseColumns(
  options: WebOptions,
  request: FastifyRequest<Ids>,
  reply: FastifyReply,
  row: ImportRow,
) {
  const { services } = options
  const caller = callerOf(request)
  const field = fieldsOf(request)
  if (row.state !== 'open') return reply.redirect(`${IMPORT}/${row.id}`, 303)
  const kind = among(itemKinds, field('kind')) ?? 'talks'
  const choices: ImportChoices = {
    ...row.choices,
    dateFormat: among(dateFormats, field('dateFormat')) ?? null,
    personType: among(personTypes, field('personType')) ?? null,
    missingDescription: among(['title'] as const, field('missingDescription')) ?? null,
  }
  const attributes = Array.from({ length: MAX_COLUMNS }, (_, index) => field(columnField(index)))
  const zone = caller.platform.settings.timezone
  const chosen = {
    ...{ kind, sheet: field('sheet'), attributes },
    isLeavingOut: field('leaveOut') === 'on',
    habits: await readImportHabits(services, caller),
  }
  const read = await readUpload('chooseColumns', { content: row.content, choices, zone, chosen })
  if (read?.problem) {
    const problem = importProblemText(messagesOf(request), read.problem)
    return sendColumnsPage(options, request, reply.code(422), {
      row: { ...row, choices: read.choices },
      problem,
    })
  }
  if (read && row.choices.source === '') {
    const known = await recognizeSource(services, caller, read.listed.kind, read.listed.entries)
    const source = await sourceChoices(options, request, known ?? sourceOfTable(kind, row))
    await chooseForImport(services, caller, row.id, { ...read.choices, ...source })
  } else if (read) await chooseForImport(services, caller, row.id, read.choices)
  return reply.redirect(`${IMPORT}/${row.id}/preview`, 303)
}

const sourceOfTable = (kind: string, { fileName }: ImportRow): string =>
  `${kind}:${withoutExtension(fileName)}`.slice(0, MAX_SOURCE_LENGTH)

async function sendPreview(
  options: WebOptions,
  request: FastifyRequest<Ids>,
  reply: FastifyReply,
  row: ImportRow,
) {
  const { services } = options
  const caller = callerOf(request)
  const messages = messagesOf(request)
  const job: ImportJob = { services, caller, messages, row }
  const planned = await plannedOrColumns(options, request, reply, job)
  if ('sent' in planned) return planned.sent
  const { notes, plan, isMakingEmails } = planned
  // Shows objects that are no longer in the file, too. They are removed only if the user chooses so.
  const { signal } = new AbortController()
  const sent = await sendPlan(job, planned, { isPruning: true, signal })
  const preview = await previewOf(plan, sent)
  const accounts = await accountsByIds(services, caller, peopleIn(preview))
  const people = new Map([...accounts].map(([id, user]) => [id, displayName(user)]))
  const known = await listTalkChoices(services, caller)
  const conflicts = await readRoomConflicts(services, caller, plan)
  const { table } = row.choices
  const rows =
    table && preview.refused.length > 0
      ? await readUpload('readRows', {
          ...{ content: row.content, choices: row.choices },
          rows: rowsToRepair(preview.refused.slice(0, MAX_REFUSED_SHOWN)),
        })
      : []
  const { title } = messages.office.imports.preview
  const page = { title, scripts: ['import.js'], styles: ['import.css'] }
  return sendOfficePage(request, reply, page, (csrf) => (
    <PreviewPage
      {...{ row, preview, conflicts, notes, isMakingEmails, known, csrf, people }}
      repairing={table && { path: `${IMPORT}/${row.id}`, csrf, columns: table.columns, rows }}
      settings={caller.platform.settings}
    />
  ))
}

/** The plan, or the columns page if the file cannot be read with the chosen columns. */
async function plannedOrColumns(
  options: WebOptions,
  request: FastifyRequest<Ids>,
  reply: FastifyReply,
  job: ImportJob,
): Promise<Planned | { sent: unknown }> {
  const { row, messages } = job
  if (row.choices.source === '') return { sent: await reply.redirect(`${IMPORT}/${row.id}/columns`, 303) }
  try {
    return await planImport(job)
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    const problem = importProblemText(messages, error.problem)
    return { sent: await sendColumnsPage(options, request, reply.code(422), { row, problem }) }
  }
}

/** The accounts that changes of talks mention. */
const peopleIn = ({ updated }: ImportPreview): string[] =>
  updated.flatMap(({ changes }) =>
    changes
      .filter(({ pointer }) => pointer === '/speakers' || pointer === '/moderators')
      .flatMap(({ before, after }) => [before, after].flat().map(String)),
  )

async function apply(
  options: WebOptions,
  runs: ImportRuns,
  request: FastifyRequest<Ids>,
  opened: ImportRow,
): Promise<void> {
  const { services } = options
  const caller = callerOf(request)
  const state = importStateOf(opened, services.clock.now())
  if (opened.choices.source === '' || (state !== 'open' && state !== 'stopped')) return
  const field = fieldsOf(request)
  const chosen = {
    isPruning: field('prune') === 'on',
    ...(field('talkType') === 'embedded' ? { talkType: 'embedded' as const } : {}),
  }
  const row: ImportRow = state === 'open' ? { ...opened, choices: { ...opened.choices, ...chosen } } : opened
  if (state === 'open') await chooseForImport(services, caller, row.id, row.choices)
  const job: ImportJob = { services, caller, messages: messagesOf(request), row }
  const planned = await withTypes(job, await planImport(job))
  const { table, source, idPrefix = '' } = row.choices
  const runId = await startImport(services, caller, {
    id: row.id,
    totalCount: planned.plan.filter((entry) => 'body' in entry).length,
    habits: { columns: table, source, idPrefix },
  })
  if (runId !== null) await runs.start({ job, planned, runId }, request.log)
}
