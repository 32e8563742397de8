// What the writer thread needs of webhooks.
import type { FeatureOperations } from '../../kernel/changes/features.ts'
import { rescheduleOperation } from './deliveries/clock-set-back.ts'
import { recordAttemptsOperation } from './deliveries/delivery-attempts.ts'
import { fanOutOperation } from './deliveries/fan-out.ts'
import {
  redeliverOneOperation,
  redeliverSpanOperation,
  redeliverStepOperation,
} from './deliveries/redeliveries.ts'
import { webhooksRetention } from './retention.ts'
import { rotateWebhookOperation } from './secrets/secret-rotation.ts'
import {
  createWebhookOperation,
  deleteWebhookOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from './webhooks.ts'

export const webhooksOperations: FeatureOperations = {
  operations: [
    createWebhookOperation,
    updateWebhookOperation,
    deleteWebhookOperation,
    rotateWebhookOperation,
    testWebhookOperation,
    fanOutOperation,
    recordAttemptsOperation,
    redeliverOneOperation,
    redeliverSpanOperation,
    redeliverStepOperation,
    rescheduleOperation,
  ],
  retention: webhooksRetention,
}
