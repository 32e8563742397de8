// The state of a registration as badges.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { RegistrationStatus, User } from '../people/schema.ts'

const classes: Record<RegistrationStatus, string> = {
  in_review: 'badge warning',
  accepted: 'badge success',
  rejected: 'badge danger',
}

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  const { registrationStatuses } = useMessages().names
  return <span class={classes[status]}>{registrationStatuses[status]}</span>
}

/** Shown for people who wait for a place. */
export function WaitingBadge({ user }: { user: Pick<User, 'waitlisted'> }) {
  const { waitlisted } = useMessages().office.registrations
  return user.waitlisted ? <span class="badge warning">{waitlisted}</span> : null
}
