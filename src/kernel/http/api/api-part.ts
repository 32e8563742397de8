// What a feature adds to the External API.
import type { FastifyPluginCallback } from 'fastify'
import type { TSchema } from 'typebox'
import type { ApiServices } from '../../changes/services.ts'
import type { BodyBudget } from '../server/body-budget.ts'
import type { CachedReads } from './cached-reads.ts'
import type { WriteRoutes } from './writes.ts'

/** What routes can use. */
export type ApiTools = {
  services: ApiServices
  reads: CachedReads
  writes: WriteRoutes
  budget: BodyBudget
}

export type ApiPart<Tools = ApiTools> = {
  /** Sections of the API reference. Another part can use the same ones. */
  tags?: readonly { name: string; description: string }[]
  /** Modules with schemas. Those with an `$id` are shared by all routes, and components of the OpenAPI document. */
  schemas: readonly object[]
  /** Requests that Lectern sends, in the OpenAPI document. */
  webhooks?: object
  /** The routes need `request.caller`. */
  routes: FastifyPluginCallback<Tools & object>
}

/** The shared schemas of modules, by name, because bundles have exports in another order than sources. */
export const sharedSchemas = (modules: readonly object[]): TSchema[] =>
  modules
    .flatMap((module) => Object.values(module))
    .filter(isShared)
    .toSorted((a, b) => (a.$id < b.$id ? -1 : 1))

const isShared = (value: unknown): value is TSchema & { $id: string } =>
  typeof value === 'object' && value !== null && '$id' in value
