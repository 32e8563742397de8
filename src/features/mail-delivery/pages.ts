// What pages need of mail delivery.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { emailRoutes } from './office.tsx'
import { emailTextRoutes } from './office-text-page.tsx'

export const mailDeliveryPages: FeaturePages = {
  routes: {
    office: [emailRoutes, emailTextRoutes],
  },
}
