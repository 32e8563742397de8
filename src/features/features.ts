// What the server needs of all features, in their order.
import { hooks } from '../kernel/changes/features.ts'
import { accessFeature } from './access/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { chatFeature } from './chat/feature.ts'
import { deletedObjectsFeature } from './deleted-objects/feature.ts'
import { favoritesFeature } from './favorites/feature.ts'
import { filesFeature } from './files/feature.ts'
import { importFeature } from './import/feature.ts'
import { liveFeature } from './live/feature.ts'
import { mailDeliveryFeature } from './mail-delivery/feature.ts'
import { mailingsFeature } from './mailings/feature.ts'
import { peopleFeature } from './people/feature.ts'
import { platformsFeature } from './platforms/feature.ts'
import { proposalsFeature } from './proposals/feature.ts'
import { questionsFeature } from './questions/feature.ts'
import { requestLogFeature } from './request-log/feature.ts'
import { rewardsFeature } from './rewards/feature.ts'
import { sponsorsFeature } from './sponsors/feature.ts'
import { surveysFeature } from './surveys/feature.ts'
import { talksFeature } from './talks/feature.ts'
import { videoFeature } from './video/feature.ts'
import { viewersFeature } from './viewers/feature.ts'
import { webhooksFeature } from './webhooks/feature.ts'

hooks.register([
  filesFeature,
  platformsFeature,
  peopleFeature,
  mailDeliveryFeature,
  accessFeature,
  webhooksFeature,
  auditFeature,
  requestLogFeature,
  talksFeature,
  sponsorsFeature,
  deletedObjectsFeature,
  liveFeature,
  viewersFeature,
  chatFeature,
  questionsFeature,
  surveysFeature,
  videoFeature,
  rewardsFeature,
  favoritesFeature,
  mailingsFeature,
  proposalsFeature,
  importFeature,
])
