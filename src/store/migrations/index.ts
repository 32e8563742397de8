// All migrations by name, in order. A shipped one is never edited.
import type { Migration } from 'kysely'
import type { Dialect } from '../sql/statements.ts'
import { programme } from './0001-programme.ts'
import { sessions } from './0002-sessions.ts'
import { secondFactor } from './0003-second-factor.ts'
import { searchKeys } from './0004-search-keys.ts'
import { requestLog } from './0005-request-log.ts'
import { receipts } from './0006-receipts.ts'
import { webhooks } from './0007-webhooks.ts'
import { sources } from './0008-sources.ts'
import { announced } from './0009-announced.ts'
import { redeliveries } from './0010-redeliveries.ts'
import { details } from './0011-details.ts'
import { durations } from './0012-durations.ts'
import { leases } from './0013-leases.ts'
import { signInAttempts } from './0014-sign-in-attempts.ts'
import { oneTimeSlots } from './0015-one-time-slots.ts'
import { live } from './0016-live.ts'
import { questions } from './0017-questions.ts'
import { surveys } from './0018-surveys.ts'
import { ledgers } from './0019-ledgers.ts'
import { attendance } from './0020-attendance.ts'
import { roomKeys } from './0021-room-keys.ts'
import { questionIds } from './0022-question-ids.ts'
import { eventSurveys } from './0023-event-surveys.ts'
import { eventTalks } from './0024-event-talks.ts'
import { favorites } from './0025-favorites.ts'
import { talkAttributes } from './0026-talk-attributes.ts'
import { tracks } from './0027-tracks.ts'
import { languages } from './0028-languages.ts'
import { files } from './0029-files.ts'
import { passkeys } from './0030-passkeys.ts'
import { deletedObjects } from './0031-deleted-objects.ts'
import { emails } from './0032-emails.ts'
import { imports } from './0033-imports.ts'
import { identities } from './0034-identities.ts'
import { proposals } from './0035-proposals.ts'
import { mailings } from './0036-mailings.ts'
import { requestResponses } from './0037-request-responses.ts'
import { pageFormats } from './0038-page-formats.ts'
import { decidedProposals } from './0039-decided-proposals.ts'
import { talkTags } from './0040-talk-tags.ts'
import { faces } from './0041-faces.ts'
import { preparedMailings } from './0042-prepared-mailings.ts'
import { searchTexts } from './0043-search-texts.ts'
import { listedPeople } from './0044-listed-people.ts'

export const migrationsOf = (dialect: Dialect): Record<string, Migration> => ({
  '0001-programme': programme(dialect),
  '0002-sessions': sessions(dialect),
  '0003-second-factor': secondFactor(dialect),
  '0004-search-keys': searchKeys(dialect),
  '0005-request-log': requestLog(dialect),
  '0006-receipts': receipts(dialect),
  '0007-webhooks': webhooks(dialect),
  '0008-sources': sources(dialect),
  '0009-announced': announced(dialect),
  '0010-redeliveries': redeliveries(dialect),
  '0011-details': details(dialect),
  '0012-durations': durations(dialect),
  '0013-leases': leases(dialect),
  '0014-sign-in-attempts': signInAttempts(dialect),
  '0015-one-time-slots': oneTimeSlots(dialect),
  '0016-live': live(dialect),
  '0017-questions': questions(dialect),
  '0018-surveys': surveys(dialect),
  '0019-ledgers': ledgers(dialect),
  '0020-attendance': attendance(dialect),
  '0021-room-keys': roomKeys(dialect),
  '0022-question-ids': questionIds(dialect),
  '0023-event-surveys': eventSurveys(dialect),
  '0024-event-talks': eventTalks(dialect),
  '0025-favorites': favorites(dialect),
  '0026-talk-attributes': talkAttributes(dialect),
  '0027-tracks': tracks(dialect),
  '0028-languages': languages(dialect),
  '0029-files': files(dialect),
  '0030-passkeys': passkeys(dialect),
  '0031-deleted-objects': deletedObjects(dialect),
  '0032-emails': emails(dialect),
  '0033-imports': imports(dialect),
  '0034-identities': identities(dialect),
  '0035-proposals': proposals(dialect),
  '0036-mailings': mailings(dialect),
  '0037-request-responses': requestResponses(dialect),
  '0038-page-formats': pageFormats(dialect),
  '0039-decided-proposals': decidedProposals(dialect),
  '0040-talk-tags': talkTags(dialect),
  '0041-faces': faces(dialect),
  '0042-prepared-mailings': preparedMailings(dialect),
  '0043-search-texts': searchTexts(dialect),
  '0044-listed-people': listedPeople(dialect),
})
