// The end of a saved form: the page of the object, or first the passwords of the accounts that were created.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Notice } from '../../../schema/problems.ts'
import type { WebOptions } from '../../website.ts'
import type { ObjectArea } from './object-page.tsx'
import { withQuery } from './query-string.ts'
import { showOnce } from './show-once.ts'

type SavedObject = {
  isCreated: boolean
  isChanged: boolean
  response: { id: string; warnings?: readonly Notice[] } & Partial<
    Record<'speakers' | 'moderators', readonly { id: string; email: string; password?: string }[]>
  >
}

type SavedForm = {
  options: WebOptions
  request: FastifyRequest
  reply: FastifyReply
  area: ObjectArea
  saved: SavedObject
}

export function redirectToSaved({ options, request, reply, area, saved }: SavedForm) {
  const { isCreated, isChanged, response } = saved
  const accounts = [...(response.speakers ?? []), ...(response.moderators ?? [])].flatMap(
    ({ password, ...account }) => (password === undefined ? [] : [{ ...account, password }]),
  )
  const { id, warnings = [] } = response
  if (accounts.length > 0)
    return showOnce(options, request, reply, {
      kind: 'accounts',
      data: { area, id, isCreated, accounts, warnings },
    })
  const done = isCreated ? 'created' : isChanged ? 'saved' : 'unchanged'
  return reply.redirect(withQuery(`/backoffice/${area}/${id}`, { done }), 303)
}
