// The TypeScript client for Lectern's External API: groups the generated operations by resource, and adds automatic paging
// and safe retries.
import {
  type Batch,
  type BatchDone,
  type ChangeEvent,
  createClient as createOperations,
  type Deleted,
  type DryRun,
  type FileSaved,
  type ListEventsQuery,
  type ListSponsorsQuery,
  type ListTalksQuery,
  type ListUpcomingTalksQuery,
  type ListUsersQuery,
  OPERATIONS,
  type Ops,
  type OwnerCreate,
  type Programme,
  type ProgrammeSaved,
  type Sponsor,
  type SponsorCreate,
  type SponsorSaved,
  type SponsorUpdate,
  type Talk,
  type TalkCreate,
  type TalkSaved,
  type TalkUpdate,
  type UpcomingTalk,
  type User,
  type UserCreate,
  type UserCreated,
  type UserUpdate,
  type UserUpdated,
} from './generated.ts'
import { type EventPage, follow, itemsOf, untilNothingIsNew } from './pages.ts'
import { keepIdempotencyKeys, type PendingKeys, readingWhole } from './pending-keys.ts'
import { describeProblems } from './problems.ts'
import { retryPolicy } from './retries.ts'

export type * from './generated.ts'
export { ApiError, TimeoutError } from './generated.ts'
export type { EventPage } from './pages.ts'
export { idempotencyKeyOf, type PendingKeys } from './pending-keys.ts'

export type ClientOptions = {
  /** The URL of the installation, such as `https://events.example.org`. */
  url: string
  /** An API key, `lecs_…` or `lecp_…`. */
  key: string
  /** How often a request is retried if that is safe. Default: 5. */
  retries?: number
  /** The longest `Retry-After` to wait for, in seconds. A longer one is an error. Default: 120. */
  longestWait?: number
  /** The timeout of one attempt in milliseconds. Default: that of `fetch`. */
  timeout?: number
  /**
   * Stores the idempotency keys of writes whose result is unknown, so that the same write gets the result later, also in
   * another process. Default: a Map, for the life of the client.
   */
  pendingKeys?: PendingKeys
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

export type Call = { signal?: AbortSignal }
export type WriteCall = Call & {
  /** Reports what would change without changing anything. */
  dryRun?: boolean
  /** Replaces the generated idempotency key, for example to repeat a write in another process. */
  idempotencyKey?: string
  /** Refuses the write with 412 unless the object has this version. */
  ifVersion?: number
}
/** The response of a write: a DryRun with `dryRun`, otherwise the result. A boolean flag allows both. */
export type Answer<Done, C> = C extends { dryRun?: infer Flag } ? (Flag extends true ? DryRun : Done) : Done

export type Client = ReturnType<typeof createClient>

/** Creates a client for one installation with one API key. */
export function createClient({
  url,
  key,
  retries = 5,
  longestWait = 120,
  timeout,
  pendingKeys = new Map(),
  fetch = globalThis.fetch,
}: ClientOptions) {
  const operations = createOperations<Ops>(OPERATIONS, {
    serverUrl: url,
    auth: { bearer: key },
    clientHeader: false,
    retry: retryPolicy(retries, longestWait),
    middleware: [describeProblems, keepIdempotencyKeys(pendingKeys)],
    fetch: readingWhole(fetch),
    ...(timeout === undefined ? {} : { timeout }),
  })

  return {
    talks: {
      list: (query: ListTalksQuery = {}, call: Call = {}): AsyncGenerator<Talk> =>
        itemsOf((cursor) => operations.listTalks({ query: { ...query, ...cursor } }, call)),
      upcoming: (query: ListUpcomingTalksQuery = {}, call: Call = {}): AsyncGenerator<UpcomingTalk> =>
        itemsOf((cursor) => operations.listUpcomingTalks({ query: { ...query, ...cursor } }, call)),
      read: (id: string, call: Call = {}): Promise<Talk> => operations.readTalk({ path: { id } }, call),
      create: <C extends WriteCall = Call>(body: TalkCreate, call?: C) =>
        answer<TalkSaved, C>(operations.createTalk({ body, ...argsOf(call) }, initOf(call))),
      update: <C extends WriteCall = Call>(id: string, body: TalkUpdate, call?: C) =>
        answer<TalkSaved, C>(operations.updateTalk({ path: { id }, body, ...argsOf(call) }, initOf(call))),
      delete: <C extends WriteCall = Call>(id: string, call?: C) =>
        answer<Deleted, C>(operations.deleteTalk({ path: { id }, ...argsOf(call) }, initOf(call))),
    },
    sponsors: {
      list: (query: ListSponsorsQuery = {}, call: Call = {}): AsyncGenerator<Sponsor> =>
        itemsOf((cursor) => operations.listSponsors({ query: { ...query, ...cursor } }, call)),
      read: (id: string, call: Call = {}): Promise<Sponsor> => operations.readSponsor({ path: { id } }, call),
      create: <C extends WriteCall = Call>(body: SponsorCreate, call?: C) =>
        answer<SponsorSaved, C>(operations.createSponsor({ body, ...argsOf(call) }, initOf(call))),
      update: <C extends WriteCall = Call>(id: string, body: SponsorUpdate, call?: C) =>
        answer<SponsorSaved, C>(
          operations.updateSponsor({ path: { id }, body, ...argsOf(call) }, initOf(call)),
        ),
      delete: <C extends WriteCall = Call>(id: string, call?: C) =>
        answer<Deleted, C>(operations.deleteSponsor({ path: { id }, ...argsOf(call) }, initOf(call))),
    },
    users: {
      list: (query: ListUsersQuery = {}, call: Call = {}): AsyncGenerator<User> =>
        itemsOf((cursor) => operations.listUsers({ query: { ...query, ...cursor } }, call)),
      /** By id, by e-mail, or by `ext:` followed by your own identifier. */
      read: (param: string, call: Call = {}): Promise<User> => operations.readUser({ path: { param } }, call),
      create: <C extends WriteCall = Call>(body: UserCreate, call?: C) =>
        answer<UserCreated, C>(operations.createUser({ body, ...argsOf(call) }, initOf(call))),
      /** Needs a privileged key. */
      createOwner: <C extends WriteCall = Call>(body: OwnerCreate, call?: C) =>
        answer<UserCreated, C>(operations.createOwner({ body, ...argsOf(call) }, initOf(call))),
      /** For a new user (by your own identifier), the response contains a password. */
      update: <C extends WriteCall = Call>(param: string, body: UserUpdate, call?: C) =>
        answer<UserUpdated | UserCreated, C>(
          operations.updateUser({ path: { param }, body, ...argsOf(call) }, initOf(call)),
        ),
      delete: <C extends WriteCall = Call>(param: string, call?: C) =>
        answer<Deleted, C>(operations.deleteUser({ path: { param }, ...argsOf(call) }, initOf(call))),
    },
    files: {
      /** A picture or a PDF. Send the `path` of the result where a picture or a file is expected. */
      upload: <C extends Omit<WriteCall, 'ifVersion'> = Call>(file: Blob | ArrayBuffer, call?: C) =>
        answer<FileSaved, C>(operations.uploadFile({ body: file, ...argsOf(call) }, initOf(call))),
    },
    events: {
      /** All events after `after` that exist now. */
      list: (query: ListEventsQuery = {}, call: Call = {}): AsyncGenerator<ChangeEvent> =>
        untilNothingIsNew((after) => operations.listEvents({ query: { ...query, ...after } }, call)),
      /**
       * An endless sequence of event pages, which polls for new events. Store `next` of a page after you have processed its
       * items, and pass it as `after` next time.
       */
      follow: (
        { everyMs = 5_000, ...query }: ListEventsQuery & { everyMs?: number } = {},
        call: Call = {},
      ): AsyncGenerator<EventPage> =>
        follow(
          (after) => operations.listEvents({ query: { ...query, ...after } }, call),
          everyMs,
          call.signal,
        ),
    },
    /** Up to 100 writes in one request. */
    batch: (body: Batch, call: Omit<WriteCall, 'ifVersion'> = {}): Promise<BatchDone> =>
      operations.executeBatch({ body, ...argsOf(call) }, initOf(call)),
    /** Imports a whole programme. */
    putProgramme: (body: Programme, call: Omit<WriteCall, 'ifVersion'> = {}): Promise<ProgrammeSaved> =>
      operations.putProgramme({ body, ...argsOf(call) }, initOf(call)),
    /** All generated operations, including webhooks. */
    operations,
  }
}

/** The generated type is the result of the write. With `dryRun`, it is a DryRun. */
const answer = <Done, C>(pending: Promise<unknown>) => pending as Promise<Answer<Done, C>>

const argsOf = ({ dryRun, ifVersion, idempotencyKey }: WriteCall = {}) => ({
  query: dryRun ? { dryRun } : {},
  headers: {
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(ifVersion === undefined ? {} : { 'If-Match': `"${ifVersion}"` }),
  },
})

const initOf = ({ signal }: WriteCall = {}) => (signal ? { signal } : {})
