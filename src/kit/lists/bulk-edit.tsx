// Changing many rows of a list at once: a form, a preview of the changes, and the changes themselves.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { BulkOutcome } from '../../kernel/changes/bulk-edits.ts'
import type { Problem } from '../../kernel/changes/errors.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { MAX_EDITED } from '../../kernel/limits.ts'
import { Form, ProblemSummary, problemText } from '../components/form-fields.tsx'
import { fieldsOf, valuesOf } from '../forms/forms.ts'
import type { Messages } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { Crumb } from '../office/object-page.tsx'
import { sendOfficePage } from '../office/office-layout.tsx'
import { type PageQuery, queryOf, withQuery } from '../office/query-string.ts'
import { officeMessage } from '../office/refusals.ts'
import type { Refused } from '../pages/refusal-texts.ts'
import { messagesOf } from '../pages/visit.ts'
import type { Choices } from './list-definition.ts'
import { selectedIds } from './list-query.ts'

/** Number of rows and refusals that the preview shows. */
const MAX_SHOWN = 10

/** The rows chosen in the list, selected ones or all that match, and the search, filters, and sort that it had. */
export type Scope = {
  ids?: readonly string[]
  q: string | undefined
  choices: Choices
  sort: string | undefined
}

/** The list as it was left, with the result of what was done. */
export const listPath = (
  path: string,
  { q, choices, sort }: Scope,
  result: Record<string, string> = {},
): string => withQuery(path, { q, ...choices, sort, ...result })

type Field = (name: string) => string
export type BulkEditor<Row extends { id: string }, Edit> = {
  /** The list that the rows come from. */
  list: { path: string; title: string }
  nameOf(row: Row): string
  readChoices(query: PageQuery): Choices
  /** Returns at most `limit` rows. */
  find(scope: Scope, limit: number): Promise<Row[]>
  /** The edit. Pointers of its problems are field names. */
  read(field: Field): { edit: Edit; isEmpty: boolean; problems: readonly Problem[] }
  run(rows: readonly Row[], edit: Edit, options: { isDryRun: boolean }): Promise<BulkOutcome>
  Fields(props: { field: Field; problems: readonly Problem[] }): ComponentChildren
  /** Shown below the preview of the changes. */
  noteOn?(rows: readonly Row[], edit: Edit, preview: BulkOutcome): Promise<ComponentChildren>
  /** The label of an attribute that changes, and its value. */
  describe(pointer: string, value: unknown): { label: string; value: string }
}

export async function sendBulkEdit<Row extends { id: string }, Edit>(
  request: FastifyRequest,
  reply: FastifyReply,
  editor: BulkEditor<Row, Edit>,
) {
  const isPost = request.method === 'POST'
  const sent = fieldsOf(request)
  const field: Field = isPost ? sent : () => ''
  const scope = scopeOf(request, editor)
  const rows = await editor.find(scope, MAX_EDITED + 1)
  const { edit, isEmpty, problems } = editor.read(field)
  const canRun = isPost && problems.length === 0 && !isEmpty && isEditable(rows.length)
  const digest = digestOf(rows, edit)
  const isApplied = canRun && field('do') === 'apply'
  const isStale = isApplied && field('previewed') !== digest
  if (isApplied && !isStale) {
    const { changed, refused } = await editor.run(rows, edit, { isDryRun: false })
    const counts = { edited: String(changed.length), refused: String(refused.length) }
    return reply.redirect(listPath(editor.list.path, scope, counts), 303)
  }
  const preview = canRun ? await editor.run(rows, edit, { isDryRun: true }) : undefined
  const note = preview && (await editor.noteOn?.(rows, edit, preview))
  const title = messagesOf(request).office.lists.edit.title({ count: Math.min(rows.length, MAX_EDITED) })
  const code = problems.length > 0 ? 422 : 200
  return sendOfficePage(request, reply.code(code), { title }, (csrf) => (
    <BulkEditPage
      {...{ editor, title, scope, rows, field, problems, preview, note, digest, isStale, csrf }}
    />
  ))
}

/** Says whether a preview was of the same edit of the same rows. */
const digestOf = (rows: readonly { id: string }[], edit: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([edit, rows.map(({ id }) => id).sort()]))
    .digest('base64url')

/** The scope in the address of a page or, once it is posted, in its form. */
export function scopeOf(
  request: FastifyRequest,
  { readChoices }: { readChoices(query: PageQuery): Choices },
): Scope {
  const sent = fieldsOf(request)
  const query: PageQuery = request.method === 'POST' ? (name) => sent(name) || undefined : queryOf(request)
  const shown = { q: query('q'), choices: readChoices(query), sort: query('sort') }
  if (query('scope') === 'matching') return shown
  if (request.method !== 'POST') return { ...shown, ids: selectedIds(request) ?? [] }
  return { ...shown, ids: valuesOf(request, 'id').filter(isId).slice(0, MAX_EDITED) }
}

type PageProps<Row extends { id: string }, Edit> = {
  editor: BulkEditor<Row, Edit>
  title: string
  scope: Scope
  rows: readonly Row[]
  field: Field
  problems: readonly Problem[]
  preview: BulkOutcome | undefined
  note: ComponentChildren
  digest: string
  /** Whether something else was previewed than what was to be applied. */
  isStale: boolean
  csrf: string
}

function BulkEditPage<Row extends { id: string }, Edit>(props: PageProps<Row, Edit>) {
  const { editor, title, scope, rows, field, problems, preview, note, digest, isStale, csrf } = props
  const { formats, office } = useMessages()
  const { lists, forms } = office
  const texts = lists.edit
  const { Fields, nameOf } = editor
  const list = { ...editor.list, path: listPath(editor.list.path, scope) }
  if (!isEditable(rows.length)) return <UnusableScope list={list} title={title} count={rows.length} />
  const names = rows.slice(0, 5).map(nameOf)
  return (
    <>
      <ListCrumb list={list} title={title} />
      <p class="quiet">
        {formats.list(rows.length > 5 ? [...names, texts.others({ count: rows.length - 5 })] : names)}
      </p>
      <ProblemSummary message={problems.length > 0 ? forms.notSaved : undefined} problems={problems}>
        <Form action={`${editor.list.path}/edit`} csrf={csrf} class="edit-form">
          <ScopeFields scope={scope} />
          {preview ? <input type="hidden" name="previewed" value={digest} /> : null}
          <Fields field={field} problems={problems} />
          {isStale ? <p class="notice warning">{texts.stale}</p> : null}
          {preview ? <Preview editor={editor} preview={preview} /> : null}
          {note}
          <div class="save-bar">
            <button class={preview ? '' : 'primary'} type="submit" name="do" value="preview">
              {texts.preview}
            </button>
            {preview && preview.changed.length > 0 ? (
              <button class="primary" type="submit" name="do" value="apply">
                {texts.apply({ count: preview.changed.length })}
              </button>
            ) : null}
            <a class="button" href={list.path}>
              {forms.cancel}
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}

/** Whether something can be done with this number of chosen rows at once. */
export const isEditable = (count: number) => count > 0 && count <= MAX_EDITED

/** Says that no rows were chosen, or too many. */
export function UnusableScope({ count, ...crumb }: Parameters<typeof ListCrumb>[0] & { count: number }) {
  const texts = useMessages().office.lists.edit
  return (
    <>
      <ListCrumb {...crumb} />
      <p class="notice warning">{count === 0 ? texts.noneSelected : texts.tooMany({ limit: MAX_EDITED })}</p>
    </>
  )
}

/** The link to the list, and the title of a page about some of its rows. */
export function ListCrumb({ list, title }: { list: { path: string; title: string }; title: string }) {
  return (
    <>
      <Crumb href={list.path} text={list.title} />
      <h1>{title}</h1>
    </>
  )
}

export function ScopeFields({ scope }: { scope: Scope }) {
  const { ids, q, choices, sort } = scope
  return (
    <>
      {ids?.map((id) => (
        <input type="hidden" name="id" value={id} />
      ))}
      {Object.entries({ scope: ids ? undefined : 'matching', q, ...choices, sort }).map(([name, value]) =>
        value ? <input type="hidden" name={name} value={value} /> : null,
      )}
    </>
  )
}

/** Says what is wrong with which attribute, if that is known. */
function reasonOf(
  refusal: Refused,
  describe: BulkEditor<never, never>['describe'],
  messages: Messages,
): string {
  const { errors = [] } = refusal.detail ?? {}
  if (errors.length === 0) return officeMessage(refusal, messages)
  return errors
    .map((error) => {
      const text = problemText(messages, error)
      const { pointer = '' } = error
      return pointer === ''
        ? text
        : messages.forms.fieldOf({ group: describe(pointer, null).label, field: text })
    })
    .join(' ')
}

type PreviewProps<Row extends { id: string }, Edit> = { editor: BulkEditor<Row, Edit>; preview: BulkOutcome }

function Preview<Row extends { id: string }, Edit>({
  editor: { describe },
  preview,
}: PreviewProps<Row, Edit>) {
  const messages = useMessages()
  const texts = messages.office.lists.edit
  const { changed, unchanged, refused } = preview
  return (
    <section class="panel" aria-labelledby="preview" role="status">
      <h2 id="preview">{texts.willChange({ count: changed.length })}</h2>
      <ul class="rows">
        {changed.slice(0, MAX_SHOWN).map(({ name, changes }) => (
          <li>
            <strong dir="auto">{name}</strong>
            <span>
              {changes.map(({ pointer, before, after }) => {
                const to = describe(pointer, after)
                return (
                  <span class="line">
                    {to.label}: <del dir="auto">{describe(pointer, before).value}</del>{' '}
                    <ins dir="auto">{to.value}</ins>
                  </span>
                )
              })}
            </span>
          </li>
        ))}
        {changed.length > MAX_SHOWN ? (
          <li class="quiet">{texts.more({ count: changed.length - MAX_SHOWN })}</li>
        ) : null}
      </ul>
      {unchanged > 0 ? <p class="quiet">{texts.unchanged({ count: unchanged })}</p> : null}
      {refused.length > 0 ? (
        <>
          <p>{texts.refused({ count: refused.length })}</p>
          <ul>
            {refused.slice(0, MAX_SHOWN).map(({ name, refusal }) => (
              <li>
                <bdi>{name}</bdi>: {reasonOf(refusal, describe, messages)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

/** The result of a bulk change, on the list that it leads to; undefined if there was none. */
export function editedNotice(query: PageQuery): ComponentChildren {
  const [edited, refused] = [countOf(query('edited')), countOf(query('refused'))]
  return edited === undefined ? undefined : <EditedNotice edited={edited} refused={refused ?? 0} />
}

const countOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : undefined

function EditedNotice({ edited, refused }: { edited: number; refused: number }) {
  const texts = useMessages().office.lists.edit
  return (
    <div class={refused > 0 ? 'notice warning' : 'notice success'} role="status">
      <p>
        {[texts.edited({ count: edited }), refused > 0 ? texts.refused({ count: refused }) : '']
          .filter(Boolean)
          .join(' ')}
      </p>
    </div>
  )
}
