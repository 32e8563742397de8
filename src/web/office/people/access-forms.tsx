// The forms about what an account may do.
import type { Problem } from '../../../domain/changes/errors.ts'
import { isProtectedRole } from '../../../domain/people/roles.ts'
import type { Role, User } from '../../../schema/people/users.ts'
import { CurrentPassword } from '../../components/current-password.tsx'
import { Choice, Form, ProblemSummary } from '../../components/form-fields.tsx'
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
  /** Whether it has a second factor, and whoever looks may take it away. */
  canClearTwoFactor: boolean
  message: string | undefined
}

export function AccessForms(props: AccessFormsProps) {
  const { user, csrf, offered, mayTouch, canClearTwoFactor, message } = props
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
          <p class="quiet">The registration of an admin or owner cannot be rejected.</p>
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
      {canClearTwoFactor ? (
        <section>
          <h2>Second factor</h2>
          <p>The holder signs in with a code of an authenticator app beside the password.</p>
          <a class="button danger" href={`${path}/second-factor`}>
            Take it away
          </a>
        </section>
      ) : null}
    </>
  )
}

type ClearProps = { user: User; csrf: string; problems: readonly Problem[] }

/** The question before a second factor is taken away. */
export function ClearTwoFactor({ user, csrf, problems }: ClearProps) {
  const path = `/backoffice/users/${user.id}`
  return (
    <>
      <h2>Take the second factor away</h2>
      <p>
        For somebody who has lost the app. From then on the password alone signs in {user.email}, until the
        holder turns a second factor on again. Make sure that it is the holder who asks.
      </p>
      <ProblemSummary
        message={problems.length > 0 ? 'The second factor is still on.' : undefined}
        problems={problems}
      >
        <Form action={`${path}/second-factor`} csrf={csrf}>
          <CurrentPassword hint="Asked for again, since a sign-in becomes weaker." problems={problems} />
          <div class="actions">
            <button class="danger" type="submit">
              Take it away
            </button>
            <a class="button" href={`${path}/access`}>
              Leave it as it is
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}
