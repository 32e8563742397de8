// A list of the Back Office, rendered from its definition.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { OfficeList } from '../../kernel/changes/sorted-lists.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { Empty } from '../components/empty.tsx'
import { ExportMenu } from '../components/export-menu.tsx'
import { Form } from '../components/form-fields.tsx'
import { Pager } from '../components/pager.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { DeletedNotice } from '../office/deleted-notice.tsx'
import { DoneNotice } from '../office/object-page.tsx'
import { sendOfficePage } from '../office/office-layout.tsx'
import { DELETED } from '../office/paths.ts'
import { queryOf } from '../office/query-string.ts'
import { BulkBar, BulkEditBar } from './bulk-actions.tsx'
import { editedNotice } from './bulk-edit.tsx'
import { DataTable } from './data-table.tsx'
import type { Choices, ListDefinition, ListView } from './list-definition.ts'
import { FilterForm, FilterSelects, SearchBox, SortSelect } from './list-filters.tsx'
import { isFiltered, type ListState, listUrl } from './list-query.ts'
import { NoMatches } from './no-matches.tsx'

type ListContent<Row> = {
  list: ListDefinition<Row>
  found: OfficeList<Row>
  choices: Choices
  view: ListView
  /** Replaces the notice about the previous page. */
  outcome?: ComponentChildren
}

export function sendListPage<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { list, found, choices, view, outcome }: ListContent<Row>,
) {
  const query = queryOf(request)
  const { items, ...page } = found
  const state = { path: list.path, q: query('q'), choices, ...page }
  const scripts = list.bulk || list.bulkEdit ? ['office-forms.js'] : []
  return sendOfficePage(request, reply, { title: list.title, scripts }, (csrf) => (
    <ListPage
      {...{ list, state, view, csrf }}
      rows={items}
      notice={
        outcome ??
        editedNotice(query) ?? <Notice done={query('done')} deleted={query('deleted')} csrf={csrf} />
      }
    />
  ))
}

type NoticeProps = { done: string | undefined; deleted: string | undefined; csrf: string }

/** The result of the previous page. A deletion can be undone. */
function Notice({ done, deleted, csrf }: NoticeProps) {
  return deleted !== undefined && isId(deleted) ? (
    <DeletedNotice id={deleted} csrf={csrf} />
  ) : (
    <DoneNotice what={done} />
  )
}

type ListPageProps<Row> = {
  list: ListDefinition<Row>
  rows: readonly Row[]
  state: ListState
  view: ListView
  csrf: string
  notice: ComponentChildren
}

function ListPage<Row>({ list, rows, state, view, csrf, notice }: ListPageProps<Row>) {
  const { deletions } = useMessages().office
  const { title, create, isRestorable, intro, note, filters, columns, searchHint } = list
  const page = (place: string, cursor: string | null) =>
    cursor === null ? undefined : listUrl(state, { [place]: cursor })
  return (
    <>
      <ListHeader title={title}>
        {list.review ? (
          <a class="button" href={list.review.href}>
            {list.review.text}
          </a>
        ) : null}
        {rows.length > 0 ? <ExportMenu href={(format) => listUrl(state, {}, format)} /> : null}
        {isRestorable ? (
          <a class="button" href={DELETED}>
            {deletions.link}
          </a>
        ) : null}
        {list.import ? (
          <a class="button" href={list.import.href}>
            {list.import.text}
          </a>
        ) : null}
        {create ? (
          <a class="button primary" href={create.href}>
            {create.text}
          </a>
        ) : null}
      </ListHeader>
      {notice}
      {intro ? <p class="quiet">{intro}</p> : null}
      <FilterForm path={list.path} isFiltered={isFiltered(state)}>
        <SearchBox value={state.q} hint={searchHint} />
        <FilterSelects filters={filters} choices={state.choices} />
        <SortSelect columns={columns} value={state.isSortChosen ? state.sort : ''} />
      </FilterForm>
      {note ? <p class="quiet">{note(view)}</p> : null}
      <Rows list={list} rows={rows} state={state} view={view} csrf={csrf} />
      <Pager previous={page('before', state.previous)} next={page('after', state.next)} />
    </>
  )
}

export function ListHeader({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="list-head">
      <h1>{title}</h1>
      <div class="list-head-actions">{children}</div>
    </div>
  )
}

type SectionHeadProps = { id?: string; title: string; children?: ComponentChildren }

/** The head of a list that shares its page. */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div class="list-head">
      <h2 {...(id ? { id } : {})}>{title}</h2>
      {children}
    </div>
  )
}

type RowsProps<Row> = Pick<ListPageProps<Row>, 'list' | 'rows' | 'state' | 'view' | 'csrf'>

function Rows<Row>({ list, rows, state, view, csrf }: RowsProps<Row>) {
  const { title, path, columns, empty, bulk, bulkEdit } = list
  const table = (
    <DataTable
      caption={title}
      columns={columns}
      rows={rows}
      view={view}
      empty={
        isFiltered(state) ? (
          <NoMatches text={empty.noMatches} path={path} />
        ) : (
          <Empty advice={empty.advice}>{empty.title}</Empty>
        )
      }
      order={{ sort: state.sort, href: (sort) => listUrl(state, { sort }) }}
      bulk={bulk}
      selectable={bulk ?? bulkEdit}
    />
  )
  if (bulkEdit && rows.length > 0)
    return (
      <form method="get" action={bulkEdit.path} class="bulk">
        {Object.entries({ q: state.q, ...state.choices }).map(([name, value]) =>
          value ? <input type="hidden" name={name} value={value} /> : null,
        )}
        <BulkEditBar />
        {table}
      </form>
    )
  if (!bulk) return table
  return (
    <Form action={path} csrf={csrf} class="bulk">
      {state.q ? <input type="hidden" name="q" value={state.q} /> : null}
      {rows.length > 0 ? <BulkBar bulk={bulk} /> : null}
      {table}
    </Form>
  )
}
