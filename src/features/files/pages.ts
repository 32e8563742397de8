// What pages need of files.
import type { FeaturePages } from '../../kernel/changes/features.ts'
import { pictureRoutes } from './page-pictures.ts'

export const filesPages: FeaturePages = {
  routes: { account: [pictureRoutes] },
}
