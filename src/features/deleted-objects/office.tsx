// Deleted talks and sponsors: their list, and the pages that restore one or erase it for good.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '../../kernel/changes/errors.ts'
import { followCursors } from '../../kernel/changes/pagination.ts'
import { DAY_MS } from '../../kernel/lib/time/units.ts'
import { Empty } from '../../kit/components/empty.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { LogPager } from '../../kit/components/pager.tsx'
import { check } from '../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../kit/forms/forms.ts'
import { DataTable } from '../../kit/lists/data-table.tsx'
import { Day } from '../../kit/lists/day.tsx'
import type { Column } from '../../kit/lists/list-definition.ts'
import { ListHeader } from '../../kit/lists/list-page.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { ConfirmPage } from '../../kit/office/confirm-page.tsx'
import { refusalState } from '../../kit/office/edit-state.ts'
import { optionalText } from '../../kit/office/form-values.ts'
import { Crumb, DoneNotice } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { DELETED } from '../../kit/office/paths.ts'
import { doneOf, queryOf, withQuery } from '../../kit/office/query-string.ts'
import { type FileColumn, tableFileRoutes, timeCell } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { Actor } from '../audit/office-change-origin.tsx'
import type { ListedDeletion } from '../talks/saved-objects/deleted-objects-store.ts'
import { TalkUpdate } from '../talks/schema.ts'
import type { DeletableKind, DeletedObjectRow } from '../talks/tables.ts'
import { eraseForGood, readDeletedObject, readDeletions, restore } from './deleted-objects.ts'
import { DELETION_RETENTION_MS } from './limits.ts'

type Ids = { Params: { id: string } }

const areas = { talk: 'talks', sponsor: 'sponsors' } as const satisfies Record<DeletableKind, string>

export const deletedObjectRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  const read = (request: FastifyRequest<Ids>) =>
    readDeletedObject(services, callerOf(request), request.params.id)

  office.get('/deleted', { config: { operation: 'deletedObjects' } }, async (request, reply) => {
    const cursor = queryOf(request)('after')
    const { rows, next } = await readDeletions(services, callerOf(request), cursor)
    const messages = messagesOf(request)
    const view = { zone: zoneOf(request.visit), now: services.clock.now() }
    return sendOfficePage(request, reply, { title: messages.office.deletions.title }, (csrf) => (
      <>
        <ListHeader title={messages.office.deletions.title}>
          {rows.length > 0 ? <ExportMenu href={(format) => `${DELETED}.${format}`} /> : null}
        </ListHeader>
        <DoneNotice what={doneOf(request)} />
        <p class="quiet">{messages.office.deletions.intro({ days: DELETION_RETENTION_MS / DAY_MS })}</p>
        <DataTable
          caption={messages.office.deletions.title}
          columns={columnsOf(messages, csrf)}
          rows={rows}
          view={view}
          empty={<Empty icon="trash">{messages.office.deletions.empty}</Empty>}
        />
        <LogPager
          newest={cursor === undefined ? undefined : DELETED}
          older={next === null ? undefined : withQuery(DELETED, { after: next })}
        />
      </>
    ))
  })

  tableFileRoutes(office, services, { path: '/deleted', operation: 'exportDeletedObjects' }, (request) => ({
    name: 'deleted',
    columns: deletionFile,
    pages: followCursors(async (cursor) => {
      const { rows, next } = await readDeletions(services, callerOf(request), cursor)
      return { items: rows, next }
    }),
  }))

  office.get<Ids>(
    '/deleted/:id/restore',
    { config: { operation: 'restorePage' } },
    async (request, reply) => {
      const kept = await read(request)
      return sendRestorePage(request, reply, kept, { externalId: kept.externalId, problems: [] })
    },
  )

  office.post<Ids>('/deleted/:id/restore', { config: { operation: 'restore' } }, async (request, reply) => {
    const kept = await read(request)
    const messages = messagesOf(request)
    // The buttons that restore at once send no field.
    const isSent = Object.hasOwn(request.body as object, 'externalId')
    const externalId = isSent ? optionalText(fieldsOf(request)('externalId')) : kept.externalId
    const problems = check(messages, TalkUpdate, { externalId })
    if (problems.length > 0) return sendRestorePage(request, reply.code(422), kept, { externalId, problems })
    try {
      await restore(services, callerOf(request), kept, externalId)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'external_id_taken')) throw error
      const { status, ...state } = refusalState(error, messages)
      return sendRestorePage(request, reply.code(status), kept, { externalId, ...state })
    }
    return reply.redirect(`/backoffice/${areas[kept.kind]}/${kept.id}?done=restored`, 303)
  })

  office.get<Ids>('/deleted/:id/erase', { config: { operation: 'erasePage' } }, async (request, reply) =>
    sendErasePage(request, reply, await read(request)),
  )

  office.post<Ids>('/deleted/:id/erase', { config: { operation: 'erase' } }, async (request, reply) => {
    await eraseForGood(services, callerOf(request), request.params.id)
    return reply.redirect(`${DELETED}?done=erased`, 303)
  })
}

const deletionFile: readonly FileColumn<ListedDeletion>[] = [
  ['id', ({ id }) => id],
  ['externalId', ({ externalId }) => externalId],
  ['kind', ({ kind }) => kind],
  ['name', ({ name }) => name],
  ['actorKind', ({ actorKind }) => actorKind],
  ['actorId', ({ actorId }) => actorId],
  ['actorName', ({ actorName }) => actorName],
  ['deletedAt', ({ deletedAt }, zone) => timeCell(deletedAt, zone)],
  ['erasedAt', ({ deletedAt }, zone) => timeCell(deletedAt + DELETION_RETENTION_MS, zone)],
]

function columnsOf({ names, office }: Messages, csrf: string): Column<ListedDeletion>[] {
  const texts = office.deletions
  return [
    {
      name: texts.name,
      isRowHeader: true,
      cell: ({ id, kind, name }) => (
        <span class="with-marks">
          <a dir="auto" class="row-link" href={`/backoffice/${areas[kind]}/${id}/history`}>
            {name}
          </a>
          <span class="badge">{names.objects[kind]}</span>
        </span>
      ),
    },
    { name: texts.deletedBy, cell: (row) => <Actor event={row} /> },
    { name: texts.deletedAt, cell: ({ deletedAt }, { zone }) => <Day at={deletedAt} zone={zone} /> },
    {
      name: texts.erasedAt,
      cell: ({ deletedAt }, { zone }) => <Day at={deletedAt + DELETION_RETENTION_MS} zone={zone} />,
    },
    { name: texts.actions, cell: (row) => <Actions row={row} csrf={csrf} /> },
  ]
}

function Actions({ row: { id, name }, csrf }: { row: ListedDeletion; csrf: string }) {
  const texts = useMessages().office.deletions
  return (
    <div class="row-buttons">
      <Form action={`${DELETED}/${id}/restore`} csrf={csrf}>
        <button type="submit" aria-label={texts.restoreNamed({ name })}>
          {texts.restore}
        </button>
      </Form>
      <a class="button danger" href={`${DELETED}/${id}/erase`} aria-label={texts.eraseNamed({ name })}>
        {texts.erase}
      </a>
    </div>
  )
}

type RestoreState = { externalId: string | null; problems: readonly Problem[] }

function sendRestorePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, name }: DeletedObjectRow,
  { externalId, problems }: RestoreState,
) {
  const { deletions: texts, forms } = messagesOf(request).office
  const title = texts.restoreNamed({ name })
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <ConfirmPage
      head={<Head title={title} />}
      intro={texts.restoreIntro({ name })}
      action={`${DELETED}/${id}/restore`}
      csrf={csrf}
      submit={texts.restore}
      cancel={DELETED}
      failed={texts.notRestored}
      problems={problems}
    >
      <Field
        name="externalId"
        label={forms.externalId}
        value={externalId}
        hint={texts.externalIdHint}
        problems={problems}
      />
    </ConfirmPage>
  ))
}

function sendErasePage(request: FastifyRequest, reply: FastifyReply, { id, name }: DeletedObjectRow) {
  const texts = messagesOf(request).office.deletions
  const title = texts.eraseNamed({ name })
  return sendOfficePage(request, reply, { title }, (csrf) => (
    <ConfirmPage
      head={<Head title={title} />}
      intro={texts.eraseIntro({ name })}
      action={`${DELETED}/${id}/erase`}
      csrf={csrf}
      submit={texts.erase}
      isDanger
      cancel={DELETED}
    />
  ))
}

function Head({ title }: { title: string }) {
  const { deletions } = useMessages().office
  return (
    <>
      <Crumb href={DELETED} text={deletions.title} />
      <h1 dir="auto">{title}</h1>
    </>
  )
}
