// Favorites: the talks that a person has starred. They belong to the person alone and have no events: the change feed
// and webhooks never reveal a person's interests, and a star never causes pages to be rendered again.

import { execute, type SaveRequest } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { allPages, pageOf, readCursor } from '../../kernel/changes/pagination.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { requireReference, requireUserReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { isId } from '../../kernel/lib/data/ids.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import { DEFAULT_LIMIT } from '../../kernel/limits.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import type { Reference, UserReference } from '../../kernel/store/changes/objects.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import { userObjects } from '../people/store.ts'
import type { UserRow } from '../people/tables.ts'
import { talkForShare, talkObjects, talksForShare } from '../talks/store.ts'
import type { TalkRow } from '../talks/tables.ts'
import { MAX_FAVORITES } from './limits.ts'
import type { Favorite, FavoriteCount, FavoriteQuery, FavoriteSaved } from './schema.ts'
import {
  addFavorites,
  countFavorites,
  favoriteIds,
  pageOfFavorites,
  removeFavorites,
  type StarredTalk,
} from './store.ts'

type OneState = { user: UserRow | undefined; talk: TalkRow | undefined; ids: string[] }
type OneInput = { user: UserReference; talk: Reference; precondition: Precondition | undefined }

/** The talk, whether it is a favorite, and the person, locked so that their favorites change one after another. */
const loadOne: Operation<OneState, OneInput, never>['load'] = ({ platformId }, { user, talk }) => ({
  user: userObjects.findForChange({ platformId, ...user }),
  talk: talkForShare({ platformId, ...talk }),
  ids: favoriteIds({ platformId, ...user }),
})

function requireOne({ user, talk, ids }: OneState, { precondition }: OneInput) {
  if (!user) throw new Refusal('user_not_found')
  if (!talk) throw new Refusal('talk_not_found')
  const isFavorite = ids.includes(talk.id)
  // Favorites have no versions: only `*` matches.
  requirePrecondition(isFavorite ? { id: talk.id, version: 0 } : undefined, precondition)
  return { user, talk, isFavorite }
}

/** PUT /users/:param/favorites/:talk. */
export const addFavoriteOperation: Operation<OneState, OneInput, Saved<FavoriteSaved>> = {
  name: 'addFavorite',
  load: loadOne,
  decide(state, ctx, input) {
    const { user, talk, isFavorite } = requireOne(state, input)
    const answer = (isNew: boolean, message: string): Saved<FavoriteSaved> => ({
      isCreated: isNew,
      isChanged: isNew,
      response: { code: 'ok', message, id: talk.id },
    })
    if (isFavorite)
      return { writes: [], events: [], answer: answer(false, 'Nothing to change: it is a favorite already.') }
    if (state.ids.length >= MAX_FAVORITES) throw new Refusal('too_many_favorites')
    const row = { userId: user.id, talkId: talk.id, platformId: ctx.platformId, createdAt: ctx.now }
    return { writes: [addFavorites({ rows: [row] })], events: [], answer: answer(true, 'Favorite added.') }
  },
}

/** DELETE /users/:param/favorites/:talk. */
export const removeFavoriteOperation: Operation<OneState, OneInput, Saved<Deleted>> = {
  name: 'removeFavorite',
  load: loadOne,
  decide(state, _ctx, input) {
    const { user, talk, isFavorite } = requireOne(state, input)
    if (!isFavorite) throw new Refusal('favorite_not_found')
    return {
      writes: [removeFavorites({ userId: user.id, talkIds: [talk.id] })],
      events: [],
      answer: {
        isCreated: false,
        isChanged: true,
        response: { code: 'ok', message: 'Favorite removed.', id: talk.id },
      },
    }
  },
}

const inputOf = ({ reference, itemReference, precondition }: SaveRequest<unknown>): OneInput => ({
  user: requireUserReference(reference ?? ''),
  talk: requireReference(itemReference ?? '', 'talk_not_found'),
  precondition,
})

export const addFavoriteCommand = (request: SaveRequest<unknown>): Command<Saved<FavoriteSaved>> =>
  command(addFavoriteOperation, inputOf(request))

export const removeFavoriteCommand = (request: SaveRequest<unknown>): Command<Saved<Deleted>> =>
  command(removeFavoriteOperation, inputOf(request))

type ChangeState = { user: UserRow | undefined; talks: string[]; ids: string[] }
type ChangeInput = { userId: string; add: readonly string[]; remove: readonly string[] }

/** The favorites of a person after a change. */
export type FavoritesChange = {
  ids: string[]
  /** The ids that exceeded the limit. */
  left: string[]
}

/** Adds and removes stars of a person. Talks that do not exist are skipped. */
export const changeFavoritesOperation: Operation<ChangeState, ChangeInput, FavoritesChange> = {
  name: 'changeFavorites',
  load: ({ platformId }, { userId, add }) => {
    const user = { by: 'id' as const, value: userId }
    return {
      user: userObjects.findForChange({ platformId, ...user }),
      talks: talksForShare({ platformId, ids: add }),
      ids: favoriteIds({ platformId, ...user }),
    }
  },
  decide({ user, talks, ids }, { platformId, now }, { userId, add, remove }) {
    if (!user) throw new Refusal('user_not_found')
    const [existing, unwanted] = [new Set(talks), new Set(remove)]
    const removed = ids.filter((id) => unwanted.has(id))
    const kept = new Set(ids.filter((id) => !unwanted.has(id)))
    const wanted = [...new Set(add)].filter((id) => existing.has(id) && !kept.has(id))
    const added = wanted.slice(0, MAX_FAVORITES - kept.size)
    const rows = added.map((talkId) => ({ userId, talkId, platformId, createdAt: now }))
    return {
      writes: [
        ...(removed.length > 0 ? [removeFavorites({ userId, talkIds: removed })] : []),
        ...(rows.length > 0 ? [addFavorites({ rows })] : []),
      ],
      events: [],
      answer: { ids: [...kept, ...added], left: wanted.slice(added.length) },
    }
  },
}

/** How many talks one transaction stars, so that the changes of others do not wait for a thousand. */
const PORTION = 100

/** Changes the favorites of the caller. Invalid ids are skipped. */
export async function changeFavorites(
  services: Services,
  caller: Caller & { user: UserRow },
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<FavoritesChange> {
  const changes = [
    ...portionsOf(remove).map((portion) => ({ add: [], remove: portion })),
    ...portionsOf(add).map((portion) => ({ add: portion, remove: [] })),
  ]
  let ids: string[] | undefined
  const left: string[] = []
  for (const change of changes) {
    const changed = await execute(services, caller, changeFavoritesOperation, {
      userId: caller.user.id,
      ...change,
    })
    ids = changed.ids
    left.push(...changed.left)
  }
  return { ids: ids ?? (await readFavoriteIds(services, caller.user)), left }
}

const portionsOf = (given: readonly string[]): string[][] => {
  const ids = given.filter(isId).slice(0, MAX_FAVORITES)
  return Array.from({ length: Math.ceil(ids.length / PORTION) }, (_none, index) =>
    ids.slice(index * PORTION, (index + 1) * PORTION),
  )
}

/** The ids of the talks that a person has starred. */
export const readFavoriteIds = (
  { store }: Pick<Services, 'store'>,
  { platformId, id }: UserRow,
): Promise<string[]> => store.read(favoriteIds({ platformId, by: 'id', value: id }))

/** A page of the favorites of a person. */
export async function listFavorites(
  services: Services,
  caller: Caller,
  reference: string,
  { limit = DEFAULT_LIMIT, cursor }: FavoriteQuery,
) {
  const user = await requireUser(services, caller, reference)
  const [after = ''] = readCursor(cursor, ['string']) ?? []
  const read = await services.store.read(
    pageOfFavorites({ userId: user.id, after: String(after), limit: limit + 1 }),
  )
  const { rows, next } = pageOf(read, limit, ({ talkId }) => [talkId])
  return { code: 'ok' as const, items: rows.map(presentFavorite), next }
}

/** One favorite. Throws `user_not_found`, `talk_not_found`, and `favorite_not_found`. */
export async function readFavorite(
  services: Services,
  caller: Caller,
  { user: userReference, talk: talkReference }: { user: string; talk: string },
): Promise<Favorite> {
  const user = await requireUser(services, caller, userReference)
  const talk = await requireTalk(services, caller, talkReference)
  const favorites = await services.store.read(
    pageOfFavorites({ userId: user.id, after: '', limit: MAX_FAVORITES }),
  )
  const favorite = favorites.find(({ talkId }) => talkId === talk.id)
  if (!favorite) throw new Refusal('favorite_not_found')
  return presentFavorite(favorite)
}

/** The number of people who have starred a talk. Throws `talk_not_found`. */
export async function readFavoriteCount(
  services: Services,
  caller: Caller,
  reference: string,
): Promise<FavoriteCount> {
  const { id } = await requireTalk(services, caller, reference)
  return {
    code: 'ok',
    id,
    favorites: (await services.store.read(countFavorites({ talkIds: [id] }))).get(id) ?? 0,
  }
}

/** All favorites of a person, read page by page as they are consumed. */
export const allFavoritesOf = (
  { store }: Pick<Services, 'store'>,
  userId: string,
): AsyncIterable<Favorite[]> =>
  allPages(
    (last, limit) => store.read(pageOfFavorites({ userId, after: last?.talkId ?? '', limit })),
    presentFavorite,
  )

async function requireUser({ store }: Services, { platform }: Caller, reference: string): Promise<UserRow> {
  const user = await store.read(
    userObjects.find({ platformId: platform.id, ...requireUserReference(reference) }),
  )
  if (!user) throw new Refusal('user_not_found')
  return user
}

async function requireTalk({ store }: Services, { platform }: Caller, reference: string): Promise<TalkRow> {
  const talk = await store.read(
    talkObjects.find({ platformId: platform.id, ...requireReference(reference, 'talk_not_found') }),
  )
  if (!talk) throw new Refusal('talk_not_found')
  return talk
}

const presentFavorite = ({ talkId, externalId, title, startAt, createdAt }: StarredTalk): Favorite => ({
  talk: talkId,
  externalId,
  title,
  start: formatInstant(startAt),
  createdAt: formatInstant(createdAt),
})
