// A store whose changes a test delays or fails.
import type { WriteContext } from '../../src/kernel/store/changes/operation.ts'
import type { Transaction } from '../../src/kernel/store/changes/transaction.ts'
import type { Store } from '../../src/kernel/store/store.ts'

type IsMeant = (ctx: WriteContext, transaction: Transaction) => boolean

/** Jobs change the store as the system, requests as their API key. */
const isOfApi: IsMeant = ({ actor }) => actor.kind === 'api_key'

/**
 * Runs a function before each change of an API request, or each selected change. The change fails if the function
 * throws.
 */
export function beforeChanges(store: Store, run: () => Promise<void>, isMeant: IsMeant = isOfApi): void {
  const { execute } = store
  store.execute = async (ctx, transaction) => {
    if (isMeant(ctx, transaction)) await run()
    return execute.call(store, ctx, transaction) as ReturnType<typeof execute<never>>
  }
}

type Held = {
  /** Resolves when a change is waiting. */
  reached: Promise<void>
  /** Lets all changes pass, now and later. */
  open(): void
}

/** Holds back the changes of API requests, or the selected changes. */
export function holdChanges(store: Store, isMeant?: IsMeant): Held {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const hold = () => {
    reached.resolve()
    return gate.promise
  }
  beforeChanges(store, hold, isMeant)
  return { reached: reached.promise, open: () => gate.resolve() }
}
