// The texts by which accounts are found.
import { foldedTexts } from '../../kernel/lib/text/search-texts.ts'
import { defineTexts, searchedTexts } from '../../kernel/store/sql/search-texts.ts'
import { type UserPart, type UserRow, userTexts } from './tables.ts'

type Searched = Pick<
  UserRow,
  'firstName' | 'lastName' | 'company' | 'job' | 'tags' | 'email' | 'username' | 'externalId'
>
export const textsOfUser = (user: Searched) =>
  foldedTexts<UserPart>({
    name: [user.firstName, user.lastName],
    company: [user.company],
    profile: [user.job, ...user.tags],
    account: [user.email, user.username, user.externalId],
  })

export const textsOfUsers = defineTexts(userTexts, textsOfUser)
export const searchedPeople = searchedTexts(userTexts)
