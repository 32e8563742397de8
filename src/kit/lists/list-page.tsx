// A list of the Back Office, rendered from its definition.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { OfficeList } from '../../kernel/changes/sorted-lists.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { Empty } from '../components/empty.tsx'
import { Form } from '../components/form-fields.tsx'
import { type MoreLink, MoreMenu } from '../components/more-menu.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { DeletedNotice } from '../office/deleted-notice.tsx'
import { DoneNotice } from '../office/object-page.tsx'
import { sendOfficePage } from '../office/office-layout.tsx'
import { DELETED } from '../office/paths.ts'
import { queryOf } from '../office/query-string.ts'
import { fileFormats } from '../pages/table-files.ts'
import { BulkBar, BulkPagesBar, ChooseAll } from './bulk-actions.tsx'
import { editedNotice } from './bulk-edit.tsx'
import { type ChosenColumns, ColumnMenu, chosenColumns } from './chosen-columns.tsx'
import { DataTable } from './data-table.tsx'
import type { Choices, ListDefinition, ListView } from './list-definition.ts'
import {
  chipsOf,
  FilterChips,
  FilterMenu,
  FilterTabs,
  HiddenFields,
  ListTools,
  SearchBox,
  SortMenu,
} from './list-filters.tsx'
import { ListPager } from './list-pager.tsx'
import { isFiltered, type ListState, listUrl, parametersOf } from './list-query.ts'
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
  const { items: rows, ...page } = found
  const { path, columns } = list
  const state = { path, q: query('q'), choices, ...page }
  const chosen = chosenColumns(request, reply, { path, columns, rows })
  const scripts = list.cellEditors ? [list.cellEditors.script] : []
  return sendOfficePage(request, reply, { title: list.title, scripts }, (csrf) => (
    <ListPage
      {...{ list, rows, state, view, csrf, chosen }}
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
  chosen: ChosenColumns<Row>
  view: ListView
  csrf: string
  notice: ComponentChildren
}

function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, rows, state, view, csrf, notice } = props
  const { intro, note, cellEditors: { Editors } = {} } = list
  return (
    <>
      <Head list={list} state={state} isEmpty={rows.length === 0} />
      {notice}
      {intro ? <p class="quiet">{intro}</p> : null}
      <Tools {...props} />
      <Rows {...props} />
      <ListPager
        place={state.place}
        shown={rows.length}
        hrefOf={(page) => listUrl(state, { page: page === 1 ? undefined : String(page) })}
      />
      {note ? <p class="quiet list-note">{note(view)}</p> : null}
      {Editors ? <Editors csrf={csrf} /> : null}
    </>
  )
}

type HeadProps<Row> = { list: ListDefinition<Row>; state: ListState; isEmpty: boolean }

function Head<Row>({ list, state, isEmpty }: HeadProps<Row>) {
  const { office, downloads } = useMessages()
  const { title, create, isRestorable, review } = list
  const exports = fileFormats.map((format) => ({
    href: listUrl(state, {}, format),
    text: downloads.exportAs({ format: downloads.formats[format] }),
    isDownload: true,
  }))
  const others = [review, list.import].flatMap((link) => link ?? [])
  const more: MoreLink[] = [
    ...(isEmpty ? [] : exports),
    ...(isRestorable ? [{ href: DELETED, text: office.deletions.link }] : []),
  ]
  return (
    <ListHeader title={title}>
      {others.map(({ href, text }) => (
        <a class={more.length > 0 ? 'button if-wide' : 'button'} href={href}>
          {text}
        </a>
      ))}
      {create ? (
        <a class="button primary" href={create.href}>
          {create.text}
        </a>
      ) : null}
      {more.length > 0 ? (
        <MoreMenu links={[...others.map((link) => ({ ...link, isForPhone: true })), ...more]} />
      ) : null}
    </ListHeader>
  )
}

function Tools<Row>({ list, rows, state, chosen }: ListPageProps<Row>) {
  const { formats, office, search } = useMessages()
  const { path, filters, columns, searchHint, count, bulk, bulkPages } = list
  const { place, q, corrected, choices, sort } = state
  if (rows.length === 0 && !isFiltered(state)) return null
  const kept = parametersOf(state)
  return (
    <>
      <FilterTabs path={path} kept={kept} filters={filters} choices={choices} />
      <ListTools>
        <SearchBox path={path} kept={kept} value={q ?? ''} hint={searchHint} />
        <FilterMenu path={path} kept={kept} filters={filters} choices={choices} />
        <SortMenu columns={columns} sort={sort} hrefOf={(by) => listUrl(state, { sort: by })} />
        <ColumnMenu {...{ path, columns, kept, ...chosen }} />
        <div class="list-sum">
          <span class="list-total" role="status">
            <span class="if-wide">
              {place.isMore ? office.lists.moreThan({ count: place.count }) : count(place.count)}
            </span>
            <span class="if-phone" aria-hidden="true">
              {formats.number(place.count)}
              {place.isMore ? '+' : null}
            </span>
          </span>
          {rows.length > 0 && (bulk || bulkPages) ? <ChooseAll /> : null}
        </div>
      </ListTools>
      <FilterChips path={path} kept={kept} chips={chipsOf(filters, choices)} />
      {corrected && q ? <p class="list-note">{search.corrected({ words: q, corrected })}</p> : null}
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

function Rows<Row>({ list, rows, state, view, csrf, chosen }: ListPageProps<Row>) {
  const { title, path, empty, bulk, bulkPages } = list
  const table = (
    <DataTable
      caption={title}
      columns={chosen.shown}
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
      selectable={bulk ?? bulkPages}
    />
  )
  if (rows.length === 0) return table
  if (bulkPages)
    return (
      <form method="get" class="bulk">
        <HiddenFields values={parametersOf(state)} />
        {table}
        <BulkPagesBar bulkPages={bulkPages} place={state.place} />
      </form>
    )
  if (!bulk) return table
  return (
    <Form action={path} csrf={csrf} class="bulk">
      {state.q ? <input type="hidden" name="q" value={state.q} /> : null}
      {table}
      <BulkBar bulk={bulk} />
    </Form>
  )
}
