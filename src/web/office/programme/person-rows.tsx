// The people of a talk or a sponsor in its form: known ones by name, new ones with what an account begins with.
import type { Problem } from '../../../domain/changes/errors.ts'
import { Check, Field, FieldGroup, fieldId, usePlace } from '../../components/form-fields.tsx'
import { Avatar, displayName } from '../../components/person.tsx'
import type { Row } from '../shared/form-values.ts'
import { ListProblems } from '../shared/object-page.tsx'
import { AddButton, RowButtons } from '../shared/row-buttons.tsx'

type PersonRowsProps = {
  list: 'speakers' | 'moderators'
  legend: string
  hint: string
  rows: readonly Row[]
  problems: readonly Problem[]
  /** Whether another, empty row is to be filled. */
  isAdding: boolean
  areNamesRequired: boolean
}

export function PersonRows({
  list,
  legend,
  hint,
  rows,
  problems,
  isAdding,
  areNamesRequired,
}: PersonRowsProps) {
  const own = { list, problems, areNamesRequired }
  return (
    <fieldset id={list}>
      <legend>{legend}</legend>
      <p class="hint">{hint}</p>
      <ListProblems problems={problems} list={list} label={legend} />
      <ol class="form-rows">
        {rows.map((row, index) => (
          <li class="form-row">
            {row.known ? (
              <KnownPerson row={row} index={index} {...own} />
            ) : (
              <NewPerson row={row} index={index} {...own} />
            )}
          </li>
        ))}
        {isAdding ? (
          <li class="form-row">
            <NewPerson row={{}} index={rows.length} {...own} />
          </li>
        ) : null}
      </ol>
      <div class="actions">
        <AddButton list={list} text={list === 'speakers' ? 'Add a speaker' : 'Add a moderator'} />
      </div>
    </fieldset>
  )
}

type RowProps = {
  list: string
  row: Row
  index: number
  problems: readonly Problem[]
  areNamesRequired: boolean
}

const kept = ['known', 'email', 'firstName', 'lastName', 'knownAs', 'picture', 'role'] as const

function KnownPerson({ list, row, index, problems }: RowProps) {
  const name = shownName(row)
  const id = fieldId(`${list}/${index}/known`)
  const isOwn = (pointer: string) => pointer.startsWith(`/${list}/${index}/`)
  usePlace({ id, label: name, isOwn })
  const own = problems.filter(({ pointer }) => pointer !== undefined && isOwn(pointer))
  return (
    <>
      {kept.map((member) => (
        <input type="hidden" name={`${list}/${index}/${member}`} value={row[member] ?? ''} />
      ))}
      <div class="row-person">
        <Avatar person={{ ...namesOf(row), avatar: row.picture || null }} />
        <span>
          <a id={id} href={`/backoffice/users/${row.known}`}>
            {name}
          </a>
          <span class="quiet">{row.email}</span>
          {row.role === 'attendee' && list === 'moderators' ? (
            <span class="badge warn">Attendee: moderates only with another role</span>
          ) : null}
        </span>
      </div>
      <RowButtons list={list} index={index} name={name} isMovable />
      {own.length > 0 ? <p class="problem">{own.map(({ message }) => message).join('; ')}</p> : null}
    </>
  )
}

function NewPerson({ list, row, index, problems, areNamesRequired }: RowProps) {
  const at = (member: string) => ({
    name: `${list}/${index}/${member}`,
    value: row[member] ?? '',
    problems,
  })
  const details = ['username', 'job', 'company', 'avatar', 'description', 'timezone', 'tags', 'highlighted']
  const hasDetails = details.some((member) => row[member])
  const hint = areNamesRequired
    ? 'For an e-mail that has an account, that account is attached as it is and nothing more is needed.'
    : 'An account that exists is attached as it is; otherwise one is made.'
  return (
    <div class="new-person">
      <FieldGroup name={`${list === 'speakers' ? 'Speaker' : 'Moderator'} ${index + 1}`}>
        <div class="field-row">
          <Field label="E-mail" type="email" {...at('email')} hint={hint} />
          <Field label="First name" {...at('firstName')} />
          <Field label="Last name" {...at('lastName')} />
        </div>
        <details {...(hasDetails ? { open: true } : {})}>
          <summary>More about a new person</summary>
          <div class="field-row">
            <Field label="Job" {...at('job')} />
            <Field label="Company" {...at('company')} />
            <Field label="Username" {...at('username')} hint="Made from the name where it is empty." />
            <Field label="Picture (https address)" type="url" {...at('avatar')} />
            <Field label="Time zone" list="zones" {...at('timezone')} />
          </div>
          <Field label="Description" rows={3} {...at('description')} />
          <Field label="Tags" rows={2} hint="One a line." {...at('tags')} />
          <Check
            name={`${list}/${index}/highlighted`}
            label="Among the highlighted speakers"
            isOn={Boolean(row.highlighted)}
          />
        </details>
      </FieldGroup>
      <RowButtons list={list} index={index} name={row.email || 'this person'} isMovable={false} />
    </div>
  )
}

const namesOf = (row: Row) => ({
  firstName: row.firstName || null,
  lastName: row.lastName || null,
  username: row.knownAs || row.email || '',
})
const shownName = (row: Row): string => displayName(namesOf(row))
