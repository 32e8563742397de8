// Changing many people at once: their role, a tag, and whether speakers are highlighted.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type BulkOptions, type BulkOutcome, editEach } from '../../kernel/changes/bulk-edits.ts'
import type { Problem } from '../../kernel/changes/errors.ts'
import { isProtectedRole, type Role, roles } from '../../kernel/schema/roles.ts'
import { command } from '../../kernel/store/changes/transaction.ts'
import { Choice, Field } from '../../kit/components/form-fields.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { check } from '../../kit/forms/form-validation.ts'
import { type BulkEditor, sendBulkEdit } from '../../kit/lists/bulk-edit.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { among } from '../../kit/office/query-string.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { changeRoleOperation } from '../people/roles.ts'
import { UserUpdate } from '../people/schema.ts'
import type { UserRow } from '../people/tables.ts'
import { saveUserCommand } from '../people/users.ts'
import { choicesOf, findScoped, listOf, type PeopleList, peopleLists } from './office-people-lists.ts'

/** Absent values stay. */
type PeopleEdit = { role?: Role; addTag?: string; removeTag?: string; highlight?: boolean }

export const editPeopleRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  for (const list of peopleLists) {
    office.get(`/${list}/edit`, { config: { operation: 'editPeoplePage' } }, (request, reply) =>
      sendBulkEdit(request, reply, editorFor(options, request, list)),
    )
    office.post(`/${list}/edit`, { config: { operation: 'editPeopleByForm' } }, (request, reply) =>
      sendBulkEdit(request, reply, editorFor(options, request, list)),
    )
  }
}

function editorFor(
  options: WebOptions,
  request: FastifyRequest,
  list: PeopleList,
): BulkEditor<UserRow, PeopleEdit> {
  const messages = messagesOf(request)
  const isOwner = callerOf(request).actor.level === 'privileged'
  const offered = roles.filter((role) => isOwner || !isProtectedRole(role))
  return {
    list: listOf(request, list),
    nameOf: displayName,
    readChoices: (query) => choicesOf(request, list, query),
    find: (scope) => findScoped(options, request, { list, scope }),
    read: (field) => readEdit(messages, offered, field),
    run: (rows, edit, how) => editPeople(options, request, { rows, edit }, how),
    Fields: (props) => <PeopleFields offered={offered} {...props} />,
    describe: (pointer, value) => describe(messages, pointer, value),
  }
}

/** Saves the role and the other values one after the other, and reports them together. */
async function editPeople(
  { services }: WebOptions,
  request: FastifyRequest,
  { rows, edit }: { rows: readonly UserRow[]; edit: PeopleEdit },
  how: BulkOptions,
): Promise<BulkOutcome> {
  const { role } = edit
  const outcome = await editEach(
    services,
    callerOf(request),
    rows.flatMap((user) => {
      const item = { id: user.id, name: displayName(user) }
      const body = bodyFor(user, edit)
      return [
        ...(role === undefined
          ? []
          : [{ ...item, command: command(changeRoleOperation, { id: user.id, role }) }]),
        ...(body ? [{ ...item, command: saveUserCommand({ reference: user.id, body }) }] : []),
      ]
    }),
    how,
  )
  const changed = [...Map.groupBy(outcome.changed, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, changes: [first, ...others].flatMap(({ changes }) => changes) }] : [],
  )
  const refused = new Set(outcome.refused.map(({ name }) => name)).size
  return { ...outcome, changed, unchanged: Math.max(0, rows.length - changed.length - refused) }
}

function bodyFor({ tags }: UserRow, { addTag, removeTag, highlight }: PeopleEdit) {
  if (addTag === undefined && removeTag === undefined && highlight === undefined) return undefined
  const kept = tags.filter((tag) => tag !== removeTag)
  return {
    tags: addTag === undefined || kept.includes(addTag) ? kept : [...kept, addTag],
    ...(highlight === undefined ? {} : { options: { highlight } }),
  }
}

/** Distinguishes fields from the filters, which the form also sends. */
const PREFIX = 'set/'

function readEdit(messages: Messages, offered: readonly Role[], field: (name: string) => string) {
  const [addTag, removeTag] = [field(`${PREFIX}addTag`).trim(), field(`${PREFIX}removeTag`).trim()]
  const role = among(offered, field(`${PREFIX}role`))
  const highlight = field(`${PREFIX}highlight`)
  const edit: PeopleEdit = {
    ...(role === undefined ? {} : { role }),
    ...(addTag === '' ? {} : { addTag }),
    ...(removeTag === '' ? {} : { removeTag }),
    ...(highlight === '' ? {} : { highlight: highlight === 'yes' }),
  }
  const problems: Problem[] = check(messages, UserUpdate, { tags: addTag === '' ? [] : [addTag] }).map(
    (one) => ({ ...one, pointer: '/set/addTag' }),
  )
  return { edit, isEmpty: Object.keys(edit).length === 0, problems }
}

type FieldsProps = {
  offered: readonly Role[]
  field: (name: string) => string
  problems: readonly Problem[]
}

function PeopleFields({ offered, field, problems }: FieldsProps) {
  const { names, office } = useMessages()
  const { users: texts, talks } = office
  const { keep, hint } = talks.bulk
  const at = (name: string) => ({ name: PREFIX + name, value: field(PREFIX + name), problems })
  return (
    <>
      <p class="hint">{hint}</p>
      <div class="field-row">
        <Choice
          label={texts.role}
          {...at('role')}
          options={[['', keep], ...offered.map((role) => [role, names.roles[role]] as const)]}
        />
        <Choice
          label={texts.bulk.highlighted}
          {...at('highlight')}
          options={[
            ['', keep],
            ['yes', texts.bulk.highlight],
            ['no', texts.bulk.unhighlight],
          ]}
        />
      </div>
      <div class="field-row">
        <Field label={texts.bulk.addTag} {...at('addTag')} />
        <Field label={texts.bulk.removeTag} {...at('removeTag')} />
      </div>
    </>
  )
}

function describe({ names, formats, office }: Messages, pointer: string, value: unknown) {
  const { users: texts, frame } = office
  if (pointer === '/role') return { label: texts.role, value: names.roles[value as Role] ?? frame.none }
  if (pointer === '/tags')
    return { label: texts.form.tags, value: formats.list((value as string[] | null) ?? []) || frame.none }
  if (pointer === '/options/highlight')
    return {
      label: texts.speakers.highlighted,
      value: value === true ? texts.speakers.yes : texts.speakers.no,
    }
  return { label: pointer.slice(1), value: String(value ?? frame.none) }
}
