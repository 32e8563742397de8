// The people of a talk or sponsor in its form: accounts by name, new people with their account details.
import type { Problem } from '../../../kernel/changes/errors.ts'
import { ChipsField } from '../../../kit/components/chips-field.tsx'
import { Field, FieldGroup, fieldId, Switch, usePlace } from '../../../kit/components/form-fields.tsx'
import { RowGroup } from '../../../kit/components/form-layout.tsx'
import { Avatar, displayName } from '../../../kit/components/person.tsx'
import { ZoneField } from '../../../kit/components/time-zone-options.tsx'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import type { Row, Values } from '../../../kit/office/form-values.ts'
import { ListProblems } from '../../../kit/office/list-problems.tsx'
import { SEARCH } from '../../../kit/office/paths.ts'
import { AddButton, newRowId, RowButtons } from '../../../kit/office/row-buttons.tsx'
import { PictureField } from '../../files/page-upload-fields.tsx'
import { type FoundPeople, findField } from './office-known-people.ts'

type PeopleList = 'speakers' | 'moderators'

type PersonRowsProps = {
  list: PeopleList
  hint: string
  rows: readonly Row[]
  problems: readonly Problem[]
  /** Whether to show an empty row for another person. */
  isAdding: boolean
  areNamesRequired: boolean
  /** The values of the form. */
  values: Values
  found: FoundPeople | undefined
}

export function PersonRows({
  list,
  hint,
  rows,
  problems,
  isAdding,
  areNamesRequired,
  values,
  found,
}: PersonRowsProps) {
  const texts = useMessages().office.people[list]
  const shared = { list, problems, areNamesRequired }
  const shown = isAdding ? [...rows, {} as Row] : rows
  const lastNew = shown.findLastIndex(({ known }) => !known)
  const content = (
    <>
      <p class="hint">{hint}</p>
      <ListProblems problems={problems} list={list} label={texts.legend} />
      <ol class="form-rows">
        {shown.map((row, index) => (
          <li class="form-row" {...(index === lastNew ? { id: newRowId(list) } : {})}>
            {row.known ? (
              <KnownPerson row={row} index={index} {...shared} />
            ) : (
              <NewPerson row={row} index={index} {...shared} />
            )}
          </li>
        ))}
      </ol>
      <PersonSearch list={list} q={values[findField(list)] ?? ''} found={found} />
    </>
  )
  // Every talk needs speakers, and few have moderators.
  if (list === 'moderators')
    return (
      <RowGroup
        {...{ list, problems }}
        title={texts.legend}
        count={rows.length}
        isAdding={isAdding || found?.list === list}
      >
        {content}
      </RowGroup>
    )
  return (
    <fieldset id={list}>
      <legend>{texts.legend}</legend>
      {content}
    </fieldset>
  )
}

type SearchProps = { list: PeopleList; q: string; found: FoundPeople | undefined }

/** Adds an account by its name or e-mail, or a new person. people-picker.js shows matching accounts while the user types. */
function PersonSearch({ list, q, found }: SearchProps) {
  const texts = useMessages().office.people
  const id = fieldId(findField(list))
  return (
    <div class="field person-search">
      <label for={id}>{texts[list].find}</label>
      <div class="person-search-field">
        <input
          id={id}
          dir="auto"
          name={findField(list)}
          value={q}
          maxLength={200}
          autoComplete="off"
          data-people={list}
          data-path={SEARCH}
          data-none={texts.notFound}
          data-new={texts.addNew({ name: '{name}' })}
        />
        <button
          type="submit"
          name="do"
          value={`find:${list}`}
          formAction={`#${list}`}
          formNoValidate
          aria-label={texts[list].find}
        >
          {texts.pick}
        </button>
        {found?.list === list ? null : <AddButton list={list} text={texts.newPerson} />}
      </div>
      {found?.list === list ? <Found {...found} list={list} /> : null}
    </div>
  )
}

function Found({ list, q, accounts }: FoundPeople & { list: PeopleList }) {
  const texts = useMessages().office.people
  return (
    <ul class="rows" role="status">
      {accounts.map((account) => (
        <li>
          <span class="with-picture">
            <Avatar person={account} />
            <span>
              <bdi>{displayName(account)}</bdi>
              <span class="quiet">{account.email}</span>
            </span>
          </span>
          <button
            type="submit"
            name="do"
            value={`pick:${list}:${account.id}`}
            formAction={`#${list}`}
            formNoValidate
            aria-label={texts.pickNamed({ name: displayName(account) })}
          >
            {texts.pick}
          </button>
        </li>
      ))}
      <li>
        <AddButton list={list} text={texts.addNew({ name: q })} />
      </li>
    </ul>
  )
}

type RowProps = {
  list: PeopleList
  row: Row
  index: number
  problems: readonly Problem[]
  areNamesRequired: boolean
}

const keptFields = ['known', 'email', 'firstName', 'lastName', 'knownAs', 'picture', 'role'] as const

function KnownPerson({ list, row, index, problems }: RowProps) {
  const { cannotModerate } = useMessages().office.people
  const name = displayName(namesOf(row))
  const id = fieldId(`${list}/${index}/known`)
  const isOwn = (pointer: string) => pointer.startsWith(`/${list}/${index}/`)
  usePlace({ id, label: name, isOwn })
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  return (
    <>
      {keptFields.map((field) => (
        <input type="hidden" name={`${list}/${index}/${field}`} value={row[field] ?? ''} />
      ))}
      <div class="row-person">
        <Avatar person={{ ...namesOf(row), avatar: row.picture || null }} />
        <span>
          <a id={id} href={`/backoffice/users/${row.known}`}>
            <bdi>{name}</bdi>
          </a>
          <span class="quiet">{row.email}</span>
          {row.role === 'attendee' && list === 'moderators' ? (
            <span class="badge warning">{cannotModerate}</span>
          ) : null}
        </span>
      </div>
      <RowButtons list={list} index={index} name={name} isMovable />
      {own.length > 0 ? <p class="problem">{own.map(({ message }) => message).join('; ')}</p> : null}
    </>
  )
}

function NewPerson({ list, row, index, problems, areNamesRequired }: RowProps) {
  const { forms, office } = useMessages()
  const texts = office.people
  const at = (field: string) => ({
    name: `${list}/${index}/${field}`,
    value: row[field] ?? '',
    problems,
  })
  return (
    <div class="new-person">
      <FieldGroup name={texts[list].one({ position: index + 1 })}>
        <div class="field-row">
          <Field
            label={forms.email}
            type="email"
            {...at('email')}
            hint={areNamesRequired ? texts.emailHint : texts.emailHintNamesOptional}
          />
          <Field label={forms.firstName} {...at('firstName')} />
          <Field label={forms.lastName} {...at('lastName')} />
        </div>
        <Details row={row} at={at} />
      </FieldGroup>
      <RowButtons list={list} index={index} name={row.email || texts.thisPerson} isMovable={false} />
    </div>
  )
}

const detailFields = [
  'username',
  'job',
  'company',
  'avatar',
  'description',
  'timezone',
  'tags',
  'highlighted',
]

type FieldAt = (field: string) => { name: string; value: string; problems: readonly Problem[] }

function Details({ row, at }: { row: Row; at: FieldAt }) {
  const { forms, office } = useMessages()
  const texts = office.people
  return (
    <details open={detailFields.some((field) => row[field])}>
      <summary>{texts.more}</summary>
      <div class="field-row">
        <Field label={texts.job} {...at('job')} />
        <Field label={texts.company} {...at('company')} />
        <Field label={forms.username} {...at('username')} hint={texts.usernameHint} />
        <ZoneField {...at('timezone')} />
      </div>
      <PictureField label={texts.avatar} kind="avatar" {...at('avatar')} />
      <Field label={texts.description} rows={3} limit={800} preview="markdown" {...at('description')} />
      <ChipsField label={texts.tags} {...at('tags')} />
      <Switch name={at('highlighted').name} label={texts.highlighted} isOn={Boolean(row.highlighted)} />
    </details>
  )
}

const namesOf = (row: Row) => ({
  firstName: row.firstName || null,
  lastName: row.lastName || null,
  username: row.knownAs || row.email || '',
})
