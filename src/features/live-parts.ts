// What the features add to live talks, in their order.
import { chatLivePart } from './chat/live-part.ts'
import { talkLivePart } from './live/live-part.ts'
import { connectLiveParts } from './live/parts.ts'
import { questionsLivePart } from './questions/live-part.ts'
import { rewardsLivePart } from './rewards/live-part.ts'
import { surveysLivePart } from './surveys/live/live-part.ts'
import { viewersLivePart } from './viewers/live-part.ts'

connectLiveParts([
  talkLivePart,
  rewardsLivePart,
  viewersLivePart,
  chatLivePart,
  questionsLivePart,
  surveysLivePart,
])
