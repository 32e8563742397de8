// The list of those who wait for a review.
import type { UserRow } from '../../../store/sql/tables.ts'
import { Form } from '../../components/form-fields.tsx'
import { Avatar, displayName, EmailText } from '../../components/person.tsx'
import {
  alphabetical,
  Cell,
  Columns,
  chronological,
  Day,
  isNarrowed,
  ListHead,
  ListPager,
  ListSearch,
  type ListState,
  ListTable,
} from '../shared/list-page.tsx'

export type ReviewOutcome = { accepted: number; rejected: number; gone: number; none: boolean }

const columns = [
  { text: 'Name', sort: 'name', orders: alphabetical },
  { text: 'About' },
  { text: 'Since', sort: 'created', orders: chronological },
] as const

type RegistrationListProps = {
  state: ListState
  users: readonly UserRow[]
  zone: string
  csrf: string
  outcome: ReviewOutcome
}

export function RegistrationList({ state, users, zone, csrf, outcome }: RegistrationListProps) {
  return (
    <>
      <ListHead title="Registrations" />
      <Outcome {...outcome} />
      <ListSearch state={state} what="Name, e-mail or username" columns={columns} />
      <Form action={state.path} csrf={csrf} class="review">
        {state.q ? <input type="hidden" name="q" value={state.q} /> : null}
        {users.length > 0 ? <ReviewBar /> : null}
        <ListTable
          caption="Registrations in review"
          isEmpty={users.length === 0}
          empty={<p>{isNarrowed(state) ? 'Nobody like this waits.' : 'Nobody waits for a review.'}</p>}
          head={
            <>
              <th scope="col">
                <label class="pick" hidden>
                  <input type="checkbox" data-checks="id" />
                  <span class="visually-hidden">Choose all on this page</span>
                </label>
              </th>
              <Columns state={state} columns={columns} />
              <th scope="col">
                <span class="visually-hidden">Review</span>
              </th>
            </>
          }
        >
          {users.map((user) => (
            <Waiting user={user} zone={zone} />
          ))}
        </ListTable>
      </Form>
      <ListPager state={state} />
    </>
  )
}

function ReviewBar() {
  return (
    <div class="review-bar">
      <label class="choose-all" hidden>
        <input type="checkbox" data-checks="id" />
        Choose all
      </label>
      <button type="submit" name="review" value="accepted">
        Accept those chosen
      </button>
      <button class="danger" type="submit" name="review" value="rejected">
        Reject those chosen
      </button>
    </div>
  )
}

function Waiting({ user, zone }: { user: UserRow; zone: string }) {
  const name = displayName(user)
  const says = [user.job, user.company, user.city, user.country, user.status].filter(Boolean).join(', ')
  return (
    <tr>
      <td class="pick-cell">
        <label class="pick">
          <input type="checkbox" name="id" value={user.id} />
          <span class="visually-hidden">Choose {name}</span>
        </label>
      </td>
      <th scope="row">
        <span class="with-picture">
          <Avatar person={user} />
          <span>
            <a href={`/backoffice/users/${user.id}`}>{name}</a>
            <span class="quiet">
              <EmailText email={user.email} />
            </span>
          </span>
        </span>
      </th>
      <Cell name="About">
        {says || '–'}
        {user.description ? <span class="quiet">{user.description}</span> : null}
      </Cell>
      <Cell name="Since">
        <Day at={user.createdAt} zone={zone} />
      </Cell>
      <td>
        <div class="row-buttons">
          <button type="submit" name="review" value={`accepted:${user.id}`} aria-label={`Accept ${name}`}>
            Accept
          </button>
          <button
            class="danger"
            type="submit"
            name="review"
            value={`rejected:${user.id}`}
            aria-label={`Reject ${name}`}
          >
            Reject
          </button>
        </div>
      </td>
    </tr>
  )
}

function Outcome({ accepted, rejected, gone, none }: ReviewOutcome) {
  const said = [
    accepted > 0 ? `${registrations(accepted)} accepted.` : '',
    rejected > 0 ? `${registrations(rejected)} rejected.` : '',
    gone > 0
      ? `${registrations(gone)} could not be reviewed: the account is gone or has another role now.`
      : '',
    none ? 'Nobody was chosen.' : '',
  ].filter(Boolean)
  if (said.length === 0) return null
  return (
    <div class={gone > 0 || none ? 'notice warn' : 'notice good'} role="status">
      <p>{said.join(' ')}</p>
    </div>
  )
}

const registrations = (count: number) => (count === 1 ? '1 registration' : `${count} registrations`)
