// What a feature adds to the External API.
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import type { TSchema } from 'typebox'
import type { Running } from '../running.ts'
import type { CachedReads } from './cached-reads.ts'
import type { WriteRoutes } from './writes.ts'

/** What routes can use. */
export type ApiTools = Running & { reads: CachedReads; writes: WriteRoutes }

declare module '../../changes/features.ts' {
  interface Feature {
    api?: readonly ApiPart[]
    /** Adds to all routes of the External API, before authentication. */
    watchApi?(api: FastifyInstance, running: Running): void
  }
}

export type ApiPart = {
  /** Sections of the API reference. Another part can use the same ones. */
  tags?: readonly { name: string; description: string }[]
  /** Modules with schemas. Those with an `$id` are shared by all routes, and components of the OpenAPI document. */
  schemas: readonly object[]
  /** Requests that Lectern sends, in the OpenAPI document. */
  webhooks?: object
  /** The routes need `request.caller`. */
  routes: FastifyPluginCallback<ApiTools>
}

/** The shared schemas of modules, by name, because bundles have exports in another order than sources. */
export const sharedSchemas = (modules: readonly object[]): TSchema[] =>
  modules
    .flatMap((module) => Object.values(module))
    .filter(isShared)
    .toSorted((a, b) => (a.$id < b.$id ? -1 : 1))

const isShared = (value: unknown): value is TSchema & { $id: string } =>
  typeof value === 'object' && value !== null && '$id' in value
