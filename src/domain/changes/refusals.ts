// What a change would meet, without making it.
import { type Operation, step } from '../../store/store.ts'
import { type Caller, type Services, writeContext } from '../services.ts'
import { Refusal } from './errors.ts'

/** The refusal that an operation would end in at this moment; undefined where it would go through. */
export async function refusalOf<State, Input, Answer>(
  services: Services,
  caller: Caller,
  operation: Operation<State, Input, Answer>,
  input: Input,
): Promise<Refusal | undefined> {
  const { outcomes } = await services.store.change(writeContext(services, caller), {
    steps: [step(operation, input)],
    isAtomic: false,
    purpose: 'foresee',
  })
  const [outcome] = outcomes
  return outcome?.status === 'refused' && outcome.refusal instanceof Refusal ? outcome.refusal : undefined
}
