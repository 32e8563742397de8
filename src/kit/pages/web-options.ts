// What the routes of pages can use.
import type { PageServices } from '../../kernel/changes/services.ts'
import type { RateLimiter } from '../../kernel/http/guards/rate-limit.ts'
import type { BodyBudget } from '../../kernel/http/server/body-budget.ts'
import type { PublicPages } from './public-pages.ts'

export type WebOptions = {
  services: PageServices
  limiter: RateLimiter
  budget: BodyBudget
  publicPages: PublicPages
}
