// The forms that change the access of an account.
import type { ComponentChildren } from 'preact'
import { isProtectedRole, type Role } from '../../kernel/schema/roles.ts'
import { Choice, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { TakenPlaces } from '../people/registrations/places.ts'
import type { User } from '../people/schema.ts'
import type { RegistrationQuestion } from '../platforms/schema.ts'
import { Answers } from './office-answers.tsx'
import { InvitationForms, type InvitationFormsProps } from './office-invitation-forms.tsx'
import { PlacesNotice } from './office-places-notice.tsx'
import { StatusBadge, WaitingBadge } from './office-status-badge.tsx'

type AccessFormsProps = {
  user: User
  csrf: string
  /** The roles that the viewer may grant. */
  offered: readonly Role[]
  /** Whether the viewer may change this account. */
  canChange: boolean
  /** Whether the account uses two-factor authentication and the viewer may turn it off. */
  canTurnOffTwoFactor: boolean
  /** Set for an account that nobody has set up yet. */
  invitation: Pick<InvitationFormsProps, 'openUntil' | 'hasMailer'> | undefined
  /** The questions of the registration. */
  questions: readonly RegistrationQuestion[]
  /** Set for an attendee of an event whose places are limited. */
  places: TakenPlaces | undefined
  /** The reason the last change was refused. */
  message: string | undefined
}

export function AccessForms(props: AccessFormsProps) {
  const { user, csrf, offered, canChange, canTurnOffTwoFactor, invitation, questions, places, message } =
    props
  const { userAccess: texts, invitations } = useMessages().office
  const path = `/backoffice/users/${user.id}`
  return (
    <>
      <ProblemSummary message={message} />
      {canChange ? null : (
        <div class="notice">
          <p>{texts.ownersOnly}</p>
        </div>
      )}
      {invitation && canChange ? (
        <Section title={invitations.title}>
          <InvitationForms user={user} csrf={csrf} {...invitation} />
        </Section>
      ) : null}
      <Section title={texts.role}>
        {canChange ? <RoleForm user={user} csrf={csrf} offered={offered} /> : <p>{texts.roles[user.role]}</p>}
      </Section>
      <Section title={texts.registration}>
        <p>
          <StatusBadge status={user.registrationStatus} /> <WaitingBadge user={user} />
        </p>
        <Answers answers={user.answers} questions={questions} />
        <PlacesNotice places={places} />
        {isProtectedRole(user.role) ? (
          <p class="quiet">{texts.alwaysAccepted}</p>
        ) : (
          <RegistrationForm user={user} csrf={csrf} />
        )}
      </Section>
      {canChange ? (
        <Section title={texts.password}>
          <p>{texts.resetLinkIntro}</p>
          <Form action={`${path}/reset-link`} csrf={csrf}>
            <button type="submit">{texts.createResetLink}</button>
          </Form>
        </Section>
      ) : null}
      {canTurnOffTwoFactor ? (
        <Section title={texts.twoFactor}>
          <p>{texts.twoFactorIntro}</p>
          <a class="button danger" href={`${path}/two-factor`}>
            {texts.turnOff}
          </a>
        </Section>
      ) : null}
    </>
  )
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function RoleForm({ user, csrf, offered }: Pick<AccessFormsProps, 'user' | 'csrf' | 'offered'>) {
  const texts = useMessages().office.userAccess
  return (
    <Form action={`/backoffice/users/${user.id}/role`} csrf={csrf}>
      <Choice
        name="role"
        label={texts.role}
        value={user.role}
        options={offered.map((role) => [role, texts.roles[role]] as const)}
        hint={texts.roleHint}
      />
      <button class="primary" type="submit">
        {texts.changeRole}
      </button>
    </Form>
  )
}

function RegistrationForm({ user, csrf }: { user: User; csrf: string }) {
  const texts = useMessages().office.userAccess
  return (
    <Form action={`/backoffice/users/${user.id}/registration`} csrf={csrf}>
      <div class="actions">
        {user.registrationStatus === 'accepted' ? null : (
          <button class="primary" type="submit" name="status" value="accepted">
            {texts.accept}
          </button>
        )}
        {user.registrationStatus === 'rejected' ? null : (
          <button class="danger" type="submit" name="status" value="rejected">
            {texts.reject}
          </button>
        )}
      </div>
      <p class="quiet">{texts.rejectedHint}</p>
    </Form>
  )
}
