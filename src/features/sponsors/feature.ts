// What the server needs of sponsors.
import type { Feature } from '../../kernel/changes/features.ts'
import { sponsorsApi } from './api.ts'
import { exportedSponsors, ownSponsorData } from './export.ts'

export const sponsorsFeature: Feature = {
  api: [sponsorsApi],
  exports: exportedSponsors,
  personalData: ownSponsorData,
}
