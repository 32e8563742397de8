// The state of a registration, as a mark.
import type { RegistrationStatus } from '../../../schema/people/users.ts'

const looks: Record<RegistrationStatus, readonly [className: string, text: string]> = {
  in_review: ['badge warn', 'in review'],
  accepted: ['badge good', 'accepted'],
  rejected: ['badge bad', 'rejected'],
}

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  const [className, text] = looks[status]
  return <span class={className}>{text}</span>
}
