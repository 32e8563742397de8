// Services, path parameters, and common responses that the routes of webhooks share.
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { OutboundServices } from '../../kernel/changes/services.ts'
import { problems } from '../../kernel/http/api/responses.ts'
import type { WriteRoutes } from '../../kernel/http/api/writes.ts'

export type WebhookRouteOptions = { services: OutboundServices; writes: WriteRoutes }
export type WebhookScope = Parameters<FastifyPluginCallbackTypebox<WebhookRouteOptions>>[0]

export const tags = ['Webhooks']

export const idParameter = (name: string) =>
  Type.String({ description: `The id of the ${name}.`, examples: ['01980b5c-7a40-7c3e-9f21-6d2f5b1f0a11'] })

export const WebhookParams = Type.Object({ id: idParameter('webhook') })

export const webhookDisabled = { ...problems.create[409], description: 'The webhook is disabled.' }
