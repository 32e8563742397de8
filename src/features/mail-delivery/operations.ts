// What the writer thread needs of mail delivery.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import {
  claimEmailsOperation,
  queueEmailOperation,
  recordEmailOperation,
  retryEmailOperation,
} from '../../kernel/outbox/emails.ts'
import { mailDeliveryRetention } from './retention.ts'

export const mailDeliveryOperations: FeatureOperations = {
  operations: [queueEmailOperation, claimEmailsOperation, recordEmailOperation, retryEmailOperation],
  retention: mailDeliveryRetention,
}
