// The stages of the rooms of this process as they are in the store, which other nodes change as well.
import { isDeepStrictEqual } from 'node:util'
import type { Services } from '../../../kernel/changes/services.ts'
import type { UserRow } from '../../people/tables.ts'
import type { RoomStageRow } from '../tables.ts'
import type { Role } from './rights.ts'
import { type NamedStagePerson, roomStageOf, stagePeopleOf } from './stage-people-store.ts'

export type StageState = { stage: RoomStageRow | undefined; people: NamedStagePerson[] }

const NOBODY: StageState = { stage: undefined, people: [] }

export class StageStates {
  readonly #store: Services['store']
  readonly #byTalk = new Map<string, StageState>()

  constructor(store: Services['store']) {
    this.#store = store
  }

  /** The state at the last call of `read` or `refresh`. */
  of(talkId: string): StageState {
    return this.#byTalk.get(talkId) ?? NOBODY
  }

  /** Reads a state. True if it has changed. */
  async read(talkId: string): Promise<boolean> {
    const [stage, people] = await Promise.all([
      this.#store.read(roomStageOf({ talkId })),
      this.#store.read(stagePeopleOf({ talkId })),
    ])
    const state = { stage, people }
    const hasChanged = !isDeepStrictEqual(state, this.of(talkId))
    this.#byTalk.set(talkId, state)
    return hasChanged
  }

  /** Reads the states of these talks, and forgets others. Returns the talks whose states have changed. */
  async refresh(talkIds: ReadonlySet<string>): Promise<Set<string>> {
    for (const talkId of this.#byTalk.keys()) if (!talkIds.has(talkId)) this.#byTalk.delete(talkId)
    const changed = new Set<string>()
    for (const talkId of talkIds) if (await this.read(talkId)) changed.add(talkId)
    return changed
  }
}

type Reader = {
  role: Role
  user: UserRow | null
  mayModerate: boolean
  isLive: boolean
  isRecorded: boolean
}

/** The stage as somebody in the room sees it. Only moderators see raised hands, invitations, and removals of others. */
export function presentStage(
  { stage, people }: StageState,
  { role, user, mayModerate, isLive, isRecorded }: Reader,
) {
  const own = people.find(({ userId }) => userId === user?.id)
  const named = (test: (one: NamedStagePerson) => boolean) =>
    people.filter(test).map(({ userId, name }) => ({ person: userId, name: nameOf(name) }))
  return {
    isLive,
    isHandRaised: typeof own?.handAt === 'number',
    isInvited: own?.isInvited ?? false,
    ...(role === 'watch' ? {} : { isLocked: (stage?.lockedFor ?? null) !== null, isRecorded }),
    ...(mayModerate
      ? {
          hands: named(({ handAt }) => handAt !== null),
          invited: named(({ isInvited }) => isInvited),
          removed: named(({ isRemoved }) => isRemoved),
        }
      : {}),
  }
}

export const nameOf = ({
  firstName,
  lastName,
  username,
}: Pick<UserRow, 'firstName' | 'lastName' | 'username'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || username
