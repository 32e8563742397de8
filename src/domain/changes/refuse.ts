// A command that is always refused. It takes the place of an item that was refused before it became a command.
import type { Operation } from '../../store/changes/operation.ts'
import { type Command, command } from '../../store/changes/transaction.ts'
import { Refusal, refusalCodec } from './errors.ts'

export const refuseOperation: Operation<object, unknown, never> = {
  name: 'refuse',
  load: () => ({}),
  decide(_state, _ctx, refusal) {
    throw refusalCodec.fromData(refusal)
  },
}

/** The command that `create` returns, or one that is refused like `create`. */
export function commandOrRefusal<Answer>(create: () => Command<Answer>): Command<Answer> {
  try {
    return create()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return command(refuseOperation, refusalCodec.toData(error))
  }
}
