// What a feature adds to the pages.
import type { FastifyPluginAsync } from 'fastify'
import type { WebOptions } from './web-options.ts'

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    routes?: PageParts
  }
}

/** Routes by who can open them. */
export type PageParts = {
  /** Files, without a platform, an account, or cookies. */
  files?: Routes
  /** Everyone. */
  site?: Routes
  /** Signed-in people, for what they do in a talk. */
  actions?: Routes
  /** Signed-in people, below `/account`. */
  account?: Routes
  /** Admins and owners, below `/backoffice`. */
  office?: Routes
}
type Routes = readonly FastifyPluginAsync<WebOptions>[]
