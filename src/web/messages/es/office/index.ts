// The texts of the Back Office, one file per area.
import { apiKeys } from './api-keys.ts'
import { attendance } from './attendance.ts'
import { changes } from './changes.ts'
import { dashboard } from './dashboard.ts'
import { deletions } from './deletions.ts'
import { emails } from './emails.ts'
import { firstSteps } from './first-steps.ts'
import { forms } from './forms.ts'
import { frame } from './frame.ts'
import { importProblems } from './import-problems.ts'
import { imports } from './imports.ts'
import { invitations } from './invitations.ts'
import { ledgers } from './ledgers.ts'
import { lists } from './lists.ts'
import { messages } from './messages.ts'
import { objects } from './objects.ts'
import { people } from './people.ts'
import { platforms } from './platforms.ts'
import { proposals } from './proposals.ts'
import { registrations } from './registrations.ts'
import { requests } from './requests.ts'
import { rooms } from './rooms.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { sponsors } from './sponsors.ts'
import { surveys } from './surveys.ts'
import { talks } from './talks.ts'
import { times } from './times.ts'
import { userAccess } from './user-access.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

export const office = {
  apiKeys,
  attendance,
  changes,
  dashboard,
  deletions,
  emails,
  firstSteps,
  forms,
  frame,
  invitations,
  importProblems,
  imports,
  ledgers,
  lists,
  messages,
  objects,
  people,
  platforms,
  proposals,
  registrations,
  requests,
  rooms,
  search,
  settings,
  sponsors,
  surveys,
  talks,
  times,
  userAccess,
  users,
  webhooks,
}
