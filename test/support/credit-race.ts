// Many accounts that open the same talk twice at once, with one credit each.
import { setTimeout as delay } from 'node:timers/promises'
import { saveUser } from '../../src/features/people/users.ts'
import { allCreditsOf, changeCreditsCommand, openTalkOperation } from '../../src/features/rewards/credits.ts'
import { execute, executeCommand } from '../../src/kernel/changes/commands.ts'
import { collect } from '../../src/kernel/changes/pagination.ts'
import type { Caller, Services } from '../../src/kernel/changes/services.ts'
import { StoreUnavailable } from '../../src/kernel/store/store.ts'

const RETRY_MS = 50

type Race = { talkId: string; people: number }

/** The debits in the ledgers, the answers that report one, and the distinct balances after the race. */
export async function race(services: Services, caller: Caller, { talkId, people }: Race) {
  const ids: string[] = []
  for (let at = 0; at < people; at += 1) {
    const { response } = await saveUser(services, caller, null, {
      email: `racer-${at}@example.org`,
      type: 'Attendee',
      firstName: 'Racer',
      lastName: `Number ${at}`,
    })
    ids.push(response.id)
    const body = { kind: 'grant' as const, amount: 1 }
    await executeCommand(services, caller, changeCreditsCommand({ reference: response.id, body }))
  }
  const open = async (id: string): Promise<{ isCharged: boolean }> => {
    const actor = { kind: 'user', id, level: 'standard' } as const
    const input = { talk: { by: 'id', value: talkId }, mode: 'live' } as const
    try {
      return await execute(services, { ...caller, actor }, openTalkOperation, input)
    } catch (error) {
      // PostgreSQL refuses requests that would wait long for a connection. People try again.
      if (!(error instanceof StoreUnavailable)) throw error
      await delay(RETRY_MS)
      return open(id)
    }
  }
  const answers = await Promise.all([...ids, ...ids].map(open))
  const ledgers = await Promise.all(ids.map((id) => collect(allCreditsOf(services, id))))
  return {
    debits: ledgers.flat().filter(({ kind }) => kind === 'debit').length,
    charged: answers.filter(({ isCharged }) => isCharged).length,
    balances: [...new Set(ledgers.map(([last]) => last?.balance))],
  }
}
