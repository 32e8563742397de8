// The status of a registration as a badge.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { RegistrationStatus } from '../people/schema.ts'

const classes: Record<RegistrationStatus, string> = {
  in_review: 'badge warning',
  accepted: 'badge success',
  rejected: 'badge danger',
}

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  const { registrationStatuses } = useMessages().names
  return <span class={classes[status]}>{registrationStatuses[status]}</span>
}
