// Bodies of forms without files (application/x-www-form-urlencoded).
import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { MAX_FIELDS, MAX_TEXT_BYTES, SHORT_FORM_BYTES } from '../limits.ts'

/** Limits the forms of routes that are added afterwards and have no other limit. */
export function limitForms(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.bodyLimit ??= SHORT_FORM_BYTES
  })
}

export function readFormBodies(scope: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES } as const
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    options,
    async (_request: FastifyRequest, text: string) => {
      if (hasTooManyFields(text)) throw new Refusal('body_too_large')
      return parse(text, '&', '=', { maxKeys: 0 })
    },
  )
}

/** Fields cost more time than long texts: a body of nothing else would take a quarter of a second. */
function hasTooManyFields(text: string): boolean {
  let at = -1
  for (let count = 0; count < MAX_FIELDS; count += 1) {
    at = text.indexOf('&', at + 1)
    if (at < 0) return false
  }
  return true
}
