// The form of stars on account pages, which have none: after a sign-in, its script moves those of the browser into the
// account.
import { StarForm } from '../../kit/site/star.tsx'

export const OwnStarForm = ({ csrf, path }: { csrf: string; path: string }) => (
  <StarForm stars={{ ids: new Set(), csrf, next: path }} />
)
