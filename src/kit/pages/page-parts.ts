// What a feature adds to the pages.
import type { FastifyPluginAsync } from 'fastify'
import type { WebOptions } from './web-options.ts'

/** Routes by who can open them. `Tools` is what they use. */
export type PageParts<Tools extends WebOptions = WebOptions> = {
  /** Everyone. */
  site?: Routes<Tools>
  /** Signed-in people, for what they do in a talk. */
  actions?: Routes<Tools>
  /** Signed-in people, below `/account`. */
  account?: Routes<Tools>
  /** Admins and owners, below `/backoffice`. */
  office?: Routes<Tools>
}
type Routes<Tools extends WebOptions> = readonly FastifyPluginAsync<Tools>[]
