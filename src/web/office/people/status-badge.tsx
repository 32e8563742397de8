// The status of a registration as a badge.
import type { RegistrationStatus } from '../../../schema/people/users.ts'
import { useMessages } from '../../messages/use-messages.tsx'

const classes: Record<RegistrationStatus, string> = {
  in_review: 'badge warn',
  accepted: 'badge good',
  rejected: 'badge bad',
}

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  const { registrationStatuses } = useMessages().names
  return <span class={classes[status]}>{registrationStatuses[status]}</span>
}
