// Commands: changes as they are asked for, one or many at once, with the accounts that they may have to make.
import { canonicalEmail } from '../lib/email.ts'
import { type Outcome, onlyAnswer, type ReceiptClaim, type Step } from '../store/engine.ts'
import { usersByEmails } from '../store/users.ts'
import {
  type AccountNames,
  type Provisions,
  provision,
  rehearsalProvisions,
  requireAnotherTry,
} from './accounts.ts'
import { ProvisionMissing, Refusal } from './errors.ts'
import { accountsMade } from './foreseen.ts'
import { type Caller, type Services, writeContext } from './services.ts'
import type { Seen } from './versions.ts'

export type Command<Answer = unknown> = {
  /** Everyone who gets an account by it, where there is none with the e-mail. */
  people: readonly AccountNames[]
  /** The step that makes the change, once passwords are ready for those who need one. */
  step(provisions: Provisions): Step<Answer>
}

/** A save as it is asked for: `reference` as in the path, null for a creation without one. */
export type Asked<Body> = {
  reference: string | null
  body: Body
  seen?: Seen | undefined
  /** The programme that the object is sent with, and from then on belongs to. */
  source?: string | undefined
}
export type AskedDeletion = {
  reference: string
  seen?: Seen | undefined
  /** Only where it still belongs to this programme. */
  source?: string | undefined
}

/** One receipt stands for all commands that are executed together. */
export type Execution = {
  /** Whether one refusal undoes all of them. */
  isAtomic?: boolean
  /** Nothing is changed, and no password is made: what would happen. */
  isDryRun?: boolean
  /** Waits for its turn to hash passwords, however long, instead of being refused. */
  isPatient?: boolean
  receipt?: ReceiptClaim | undefined
}

export type Executed<Answer> = {
  /** One a command, in their order. */
  outcomes: Outcome<Answer>[]
  /** The id of the request that was first answered so, where this one repeats it. */
  replayOf: string | undefined
}

/** Executes one command; throws its refusal. */
export const execute = async <Answer>(
  services: Services,
  caller: Caller,
  command: Command<Answer>,
): Promise<Answer> => onlyAnswer(await executeAll(services, caller, [command]))

/**
 * Executes commands in one transaction and in their order; a refused one leaves the others, unless they are atomic.
 * Passwords for unknown e-mails are hashed before the transaction, and only for accounts that a rehearsal has made:
 * what is refused as a whole, or a repeat, costs none.
 * Throws `idempotency_key_reused` where the receipt is of another request.
 */
export async function executeAll<Answer>(
  services: Services,
  caller: Caller,
  commands: readonly Command<Answer>[],
  execution: Execution = {},
): Promise<Executed<Answer>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryAll(services, caller, commands, execution)
    } catch (error) {
      if (!(error instanceof ProvisionMissing)) throw error
      requireAnotherTry(tries)
    }
  }
}

async function tryAll<Answer>(
  services: Services,
  caller: Caller,
  commands: readonly Command<Answer>[],
  { isAtomic = false, isDryRun = false, isPatient = false, receipt }: Execution,
): Promise<Executed<Answer>> {
  const change = async (provisions: Provisions, isRehearsal: boolean): Promise<Executed<Answer>> => {
    const steps = stepsOf(commands, provisions)
    const { outcomes, replayOf, isOtherReceipt } = await services.store.change<Answer>(
      writeContext(services, caller),
      { steps, isAtomic, isRehearsal, receipt },
    )
    if (isOtherReceipt) throw new Refusal('idempotency_key_reused')
    return { outcomes, replayOf }
  }
  const unknown = await unknownPeople(services, caller, commands)
  const trial = rehearsalProvisions(unknown)
  if (isDryRun || unknown.length === 0) return change(trial, isDryRun)
  const rehearsal = await change(trial, true)
  const isOver = rehearsal.replayOf !== undefined || !rehearsal.outcomes.some(isDone)
  if (isOver) return rehearsal
  const accounts = rehearsal.outcomes.filter(isDone).flatMap(({ events }) => accountsMade(events))
  const made = new Set(accounts.map(({ email }) => canonicalEmail(email)))
  const newcomers = unknown.filter(({ email }) => made.has(canonicalEmail(email)))
  return change(await provision(services, caller.platform, newcomers, { isPatient }), false)
}

const isDone = <Answer>(outcome: Outcome<Answer>) => outcome.status === 'done'

/** The first mention of everyone whose e-mail has no account. */
async function unknownPeople(
  { store }: Services,
  { platform }: Caller,
  commands: readonly Command[],
): Promise<AccountNames[]> {
  const mentioned = new Map<string, AccountNames>()
  for (const person of commands.flatMap(({ people }) => people)) {
    const key = canonicalEmail(person.email)
    if (!mentioned.has(key)) mentioned.set(key, person)
  }
  if (mentioned.size === 0) return []
  for (const { emailKey } of await store.read(usersByEmails(platform.id, [...mentioned.keys()]))) {
    mentioned.delete(emailKey)
  }
  return [...mentioned.values()]
}

/** Each step is given what is ready for its own people. */
const stepsOf = <Answer>(commands: readonly Command<Answer>[], provisions: Provisions): Step<Answer>[] =>
  commands.map(({ people, step }) => {
    const own: Provisions = {}
    for (const { email } of people) {
      const key = canonicalEmail(email)
      const ready = provisions[key]
      if (ready) own[key] = ready
    }
    return step(own)
  })
