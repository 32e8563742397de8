// A command that is always refused. It stands for an item that was refused before it became a command.
import type { Operation } from '../store/changes/operation.ts'
import { type Command, command } from '../store/changes/transaction.ts'
import { Refusal, refusalCodec } from './errors.ts'

export const refuseOperation: Operation<object, unknown, never> = {
  name: 'refuse',
  load: () => ({}),
  decide(_state, _ctx, refusal) {
    throw refusalCodec.fromData(refusal)
  },
}

/** The command that `create` returns, or a command that is refused with the refusal that `create` throws. */
export function commandOrRefusal<Answer>(create: () => Command<Answer>): Command<Answer> {
  try {
    return create()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return command(refuseOperation, refusalCodec.toData(error))
  }
}
