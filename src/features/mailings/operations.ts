// What the writer thread needs of mailings.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { chooseEmailsOperation } from './email-choices.ts'
import { cancelMessageOperation, sendMessageOperation } from './group-messages.ts'
import { queueMailingPageOperation } from './mailings.ts'
import { mailingsRetention } from './retention.ts'
import { announceChangesOperation, noteTalkChangesOperation } from './talk-announcements.ts'
import { insertUnannouncedVersion } from './talk-announcements-store.ts'
import { remindOfTalksOperation } from './talk-reminders.ts'

export const mailingsOperations: FeatureOperations = {
  operations: [
    chooseEmailsOperation,
    queueMailingPageOperation,
    noteTalkChangesOperation,
    announceChangesOperation,
    remindOfTalksOperation,
    sendMessageOperation,
    cancelMessageOperation,
  ],
  leaveUnannounced: insertUnannouncedVersion,
  retention: mailingsRetention,
}
