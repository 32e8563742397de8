// The routes of its pages.
import type { PageParts } from '../../kit/pages/page-parts.ts'
import { deliveryRoutes } from './deliveries/office-delivery-page.tsx'
import { webhookRoutes } from './office.tsx'
import { webhookDeletionRoutes } from './office-deletion.tsx'
import { webhookPageRoutes } from './office-routes.tsx'
import { secretRotationRoutes } from './secrets/office-secret-rotation.tsx'

export const webhooksPages: PageParts = {
  office: [webhookRoutes, webhookPageRoutes, secretRotationRoutes, webhookDeletionRoutes, deliveryRoutes],
}
