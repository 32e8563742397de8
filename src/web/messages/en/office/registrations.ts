// The review queue of registrations.
import { plural } from '../formats.ts'

export const registrations = {
  title: 'Registrations',
  searchHint: 'Name, e-mail, or username',
  name: 'Name',
  about: 'About',
  created: 'Created',
  review: 'Review',
  accept: 'Accept',
  acceptNamed: (name: string) => `Accept ${name}`,
  acceptSelected: 'Accept selected',
  reject: 'Reject',
  rejectNamed: (name: string) => `Reject ${name}`,
  rejectSelected: 'Reject selected',
  noRegistrations: 'No registrations to review.',
  noRegistrationsAdvice: 'New sign-ups appear here.',
  noMatches: 'No matching registrations.',
  accepted: (count: number) =>
    plural(count, { one: '# registration accepted.', other: '# registrations accepted.' }),
  rejected: (count: number) =>
    plural(count, { one: '# registration rejected.', other: '# registrations rejected.' }),
  refused: (count: number) =>
    plural(count, {
      one: '# registration could not be reviewed: the account was deleted or has another role now.',
      other: '# registrations could not be reviewed: the accounts were deleted or have another role now.',
    }),
  noneSelected: 'Select at least one registration.',
}
