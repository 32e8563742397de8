// Choices of e-mails in what a person downloads about themselves.
import type { PersonalData } from '../people/personal-data.ts'
import { readEmailChoices } from './email-choices.ts'

export const ownMailingData: PersonalData = async (services, { user }) => ({
  emailChoices: await readEmailChoices(services, user.id),
})
