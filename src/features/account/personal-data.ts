// Everything about the caller (GDPR, article 20), in the parts that features declare.

import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { ownAccessData } from '../access/export.ts'
import { ownChangeData } from '../audit/export.ts'
import { ownChatData } from '../chat/export.ts'
import { ownFavoriteData } from '../favorites/export.ts'
import { ownMailingData } from '../mailings/export.ts'
import { ownAccountData } from '../people/export.ts'
import type { PersonalData } from '../people/personal-data.ts'
import type { UserRow } from '../people/tables.ts'
import { ownProposalData } from '../proposals/export.ts'
import { ownQuestionData } from '../questions/export.ts'
import { ownLedgerData } from '../rewards/export.ts'
import { ownSponsorData } from '../sponsors/export.ts'
import { ownSurveyData } from '../surveys/export.ts'
import { ownTalkData } from '../talks/export.ts'
import { ownViewerData } from '../viewers/export.ts'

/** In the order of the file. */
const parts: readonly PersonalData[] = [
  ownAccountData,
  ownTalkData,
  ownSponsorData,
  ownSurveyData,
  ownChatData,
  ownViewerData,
  ownAccessData,
  ownQuestionData,
  ownLedgerData,
  ownFavoriteData,
  ownMailingData,
  ownProposalData,
  ownChangeData,
]

export async function exportOwnData(
  services: Services,
  caller: Caller & { user: UserRow },
): Promise<Record<string, unknown>> {
  const data = { exportedAt: formatInstant(services.clock.now()) }
  for (const part of parts) Object.assign(data, await part(services, caller))
  return data
}
