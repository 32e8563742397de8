// Changing many people at once: their role, a tag, and whether speakers are highlighted.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { editEach } from '../../kernel/changes/bulk-edits.ts'
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
import { UserUpdate } from '../people/schema.ts'
import type { UserRow } from '../people/tables.ts'
import { editUserOperation, type UserEdit } from '../people/user-edits.ts'
import { choicesOf, findScoped, listOf, type PeopleList, peopleLists } from './office-people-lists.ts'

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
): BulkEditor<UserRow, UserEdit> {
  const messages = messagesOf(request)
  const isOwner = callerOf(request).actor.level === 'privileged'
  const offered = roles.filter((role) => isOwner || !isProtectedRole(role))
  return {
    list: listOf(request, list),
    nameOf: displayName,
    readChoices: (query) => choicesOf(request, list, query),
    find: (scope) => findScoped(options, request, { list, scope }),
    read: (field) => readEdit(messages, offered, field),
    run: (rows, edit, how) =>
      editEach(
        options.services,
        callerOf(request),
        rows.map((user) => ({
          id: user.id,
          name: displayName(user),
          command: command(editUserOperation, { id: user.id, edit }),
        })),
        how,
      ),
    Fields: (props) => <PeopleFields offered={offered} {...props} />,
    describe: (pointer, value) => describe(messages, pointer, value),
  }
}

/** Distinguishes fields from the filters, which the form also sends. */
const PREFIX = 'set/'

function readEdit(messages: Messages, offered: readonly Role[], field: (name: string) => string) {
  const [addTag, removeTag] = [field(`${PREFIX}addTag`).trim(), field(`${PREFIX}removeTag`).trim()]
  const role = among(offered, field(`${PREFIX}role`))
  const highlight = field(`${PREFIX}highlight`)
  const edit: UserEdit = {
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
