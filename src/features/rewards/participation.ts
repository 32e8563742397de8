// Who takes part in a talk: people who may watch it, which can cost credits.
import type { DecideContext, LoadContext } from '../../kernel/store/changes/operation.ts'
import { requireParticipant } from '../live/state.ts'
import type { UserRow } from '../people/tables.ts'
import { talkPhase } from '../talks/talk-states.ts'
import { isOpenIn, openModes, type PricedTalk, unpaid } from './credits.ts'
import { creditsOnTalks } from './credits-store.ts'
import type { CreditRow } from './tables.ts'

/** The payments of the actor, for `requireViewer`. */
export const creditsOfActor = ({ platformId, actor }: LoadContext) =>
  creditsOnTalks({ platformId, by: 'id', value: actor.id ?? '' })

/**
 * The account, if it may take part in the talk. `credits` are the payments of one or more people. Throws what
 * `requireParticipant` throws, and `watching_restricted` if the person has not paid for the talk.
 */
export function requireViewer(
  priced: PricedTalk,
  user: UserRow | undefined,
  credits: readonly CreditRow[],
  { now, actor }: Pick<DecideContext, 'now' | 'actor'>,
): UserRow {
  const { platform, talk } = priced
  const person = requireParticipant({ platform }, user, actor.kind !== 'user')
  const paid = credits.filter(
    ({ kind, userId, talkId }) => kind === 'debit' && userId === person.id && talkId === talk.id,
  )
  const modes = openModes(
    priced,
    person,
    paid.map(({ mode }) => mode),
  )
  if (!isOpenIn(modes, talk, talkPhase(talk, now))) throw unpaid()
  return person
}
