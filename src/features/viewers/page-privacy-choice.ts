// Whether the lists of viewers may show a person.
import { execute } from '../../kernel/changes/commands.ts'
import type { PrivacyChoice } from '../people/page-person-parts.ts'
import { agreeToListingOperation, isListed } from './viewers.ts'

export const listingChoice: PrivacyChoice = {
  name: 'listed',
  texts: ({ viewers: { privacy } }) => ({ label: privacy.listed, hint: privacy.listedHint }),
  read: (services, { user }) => isListed(services, user.id),
  save: (services, caller, agrees) =>
    execute(services, caller, agreeToListingOperation, { userId: caller.user.id, agrees }),
}
