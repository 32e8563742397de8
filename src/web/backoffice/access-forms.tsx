// The forms about what an account may do.
import { isProtectedRole } from '../../domain/roles.ts'
import type { Role, User } from '../../schema/user.ts'
import { Choice, Form, ProblemSummary } from '../components/form.tsx'
import { StatusBadge } from './status-badge.tsx'

const roleNames: Record<Role, string> = {
  attendee: 'Attendee: takes part',
  speaker: 'Speaker: also speaks and may moderate',
  admin: 'Admin: also works in the Back Office',
  owner: 'Owner: also manages admins, owners and privileged keys',
}

type AccessFormsProps = {
  user: User
  csrf: string
  /** The roles that whoever looks may give. */
  offered: readonly Role[]
  /** Whether whoever looks may change this account at all. */
  mayTouch: boolean
  message: string | undefined
}

export function AccessForms({ user, csrf, offered, mayTouch, message }: AccessFormsProps) {
  const path = `/backoffice/users/${user.id}`
  return (
    <>
      <ProblemSummary message={message} />
      {mayTouch ? null : (
        <div class="notice">
          <p>This account is an {user.role}. Only owners change what it may do.</p>
        </div>
      )}
      <section>
        <h2>Role</h2>
        {mayTouch ? (
          <Form action={`${path}/role`} csrf={csrf}>
            <Choice
              name="role"
              label="Role"
              value={user.role}
              options={offered.map((role) => [role, roleNames[role]] as const)}
              hint="Takes effect at once, in sessions that are open too. The External API cannot change it."
            />
            <button class="primary" type="submit">
              Change the role
            </button>
          </Form>
        ) : (
          <p>{roleNames[user.role]}</p>
        )}
      </section>
      <section>
        <h2>Registration</h2>
        <p>
          <StatusBadge status={user.registrationStatus} />
        </p>
        {isProtectedRole(user.role) ? (
          <p class="quiet">The registration of an admin or an owner stays accepted.</p>
        ) : (
          <Form action={`${path}/registration`} csrf={csrf}>
            <div class="actions">
              {user.registrationStatus === 'accepted' ? null : (
                <button class="primary" type="submit" name="status" value="accepted">
                  Accept
                </button>
              )}
              {user.registrationStatus === 'rejected' ? null : (
                <button class="danger" type="submit" name="status" value="rejected">
                  Reject
                </button>
              )}
            </div>
            <p class="quiet">Who has been rejected cannot sign in.</p>
          </Form>
        )}
      </section>
      {mayTouch ? (
        <section>
          <h2>Password</h2>
          <p>
            A link with which the holder sets a new password: good once, for 24 hours. Older links of the
            account end.
          </p>
          <Form action={`${path}/reset-link`} csrf={csrf}>
            <button type="submit">Make a link</button>
          </Form>
        </section>
      ) : null}
    </>
  )
}
