// What pages need of webhooks.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { WEBHOOKS } from '../../kit/office/paths.ts'
import { deliveryRoutes } from './deliveries/office-delivery-page.tsx'
import { webhookRoutes } from './office.tsx'
import { webhookDeletionRoutes } from './office-deletion.tsx'
import { readIntegrations } from './office-integrations.tsx'
import { webhookPageRoutes } from './office-routes.tsx'
import { sendWebhookSecret } from './secrets/office-secret.tsx'
import { secretRotationRoutes } from './secrets/office-secret-rotation.tsx'

export const webhooksPages: FeaturePages = {
  readIntegrations,
  officeAreas: [{ group: 'integrations', name: 'webhooks', icon: 'webhook', path: WEBHOOKS }],
  routes: {
    office: [webhookRoutes, webhookPageRoutes, secretRotationRoutes, webhookDeletionRoutes, deliveryRoutes],
  },
  oneTimePages: { webhook: sendWebhookSecret },
}
