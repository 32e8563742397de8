// Commands: changes as they are asked for, one or many at once, with the accounts that they may have to make.
import { canonicalEmail } from '../../lib/text/email.ts'
import { usersByEmails } from '../../store/people/users.ts'
import {
  type Change,
  type Operation,
  type Outcome,
  onlyAnswer,
  type Purpose,
  type ReceiptClaim,
  type Step,
  step,
} from '../../store/store.ts'
import {
  type AccountNames,
  type Provisions,
  provision,
  rehearsalProvisions,
  requireAnotherTry,
} from '../people/new-accounts.ts'
import { type Caller, type Services, writeContext } from '../services.ts'
import { endOfEvents } from '../webhooks/events.ts'
import { accountsMade } from './dry-run.ts'
import { ProvisionMissing, Refusal, refusalCodec } from './errors.ts'
import type { Seen } from './preconditions.ts'

export type Command<Answer = unknown> = {
  /** Everyone who gets an account by it, where there is none with the e-mail. */
  people: readonly AccountNames[]
  /** Whether somebody follows events from it on: its step is given the number of the last before it. */
  followsEvents?: boolean
  /** The step that makes the change, once passwords are ready for those who need one. */
  step(provisions: Provisions, end: number): Step<Answer>
}

export const refuseOperation: Operation<object, unknown, never> = {
  name: 'refuse',
  load: () => ({}),
  decide(_state, _ctx, refusal) {
    throw refusalCodec.fromData(refusal)
  },
}

/** What `make` makes, or a command that is always refused as `make` was: it keeps its place among others. */
export function commandOrRefusal<Answer>(make: () => Command<Answer>): Command<Answer> {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { people: [], step: () => step(refuseOperation, refusalCodec.toData(error)) }
  }
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
  /** What `provisionAhead` made for these commands. */
  ready?: Provisions | undefined
  receipt?: ReceiptClaim | undefined
  /** Keeps the receipt also where a refusal says that it may be otherwise the next time. */
  keepsAll?: boolean
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
  { isAtomic = false, isDryRun = false, isPatient = false, ready, receipt, keepsAll = false }: Execution = {},
): Promise<Executed<Answer>> {
  const change = (provisions: Provisions, purpose: Purpose) =>
    changeAll(services, caller, commands, provisions, { isAtomic, purpose, receipt, keepsAll })
  const tryAll = async (unknown: readonly AccountNames[]) => {
    const trial = rehearsalProvisions(unknown)
    if (isDryRun) return change(trial, 'foresee')
    if (unknown.length === 0) return change(trial, 'commit')
    const rehearsal = await change(trial, 'prepare')
    const isOver = rehearsal.replayOf !== undefined || !rehearsal.outcomes.some(isDone)
    if (isOver) return rehearsal
    const newcomers = newcomersIn(rehearsal, unknown)
    return change(await provision(services, caller.platform, newcomers, { isPatient }), 'commit')
  }
  const people = mentionedPeople(commands)
  for (let tries = 1; ; tries += 1) {
    try {
      if (tries === 1 && ready) return await change(ready, 'commit')
      // An account that one command removes, another can make anew: whom the first try missed, a rehearsal of all finds.
      return await tryAll(tries === 1 ? await unknownOf(services, caller, people) : people)
    } catch (error) {
      if (!(error instanceof ProvisionMissing)) throw error
      requireAnotherTry(tries)
    }
  }
}

/**
 * Provisions for the accounts that commands would make as things stand, while what comes before them is still being
 * executed with provisions of its own: these accounts are left out.
 */
export async function provisionAhead(
  services: Services,
  caller: Caller,
  commands: readonly Command[],
  before: Provisions = {},
): Promise<Provisions> {
  const unknown = await unknownOf(services, caller, mentionedPeople(commands))
  if (unknown.length === 0) return {}
  const trial = rehearsalProvisions(unknown)
  const foreseen = await changeAll(services, caller, commands, trial, { isAtomic: false, purpose: 'foresee' })
  const newcomers = newcomersIn(foreseen, unknown).filter(({ email }) => !(canonicalEmail(email) in before))
  return provision(services, caller.platform, newcomers, { isPatient: true })
}

async function changeAll<Answer>(
  services: Services,
  caller: Caller,
  commands: readonly Command<Answer>[],
  provisions: Provisions,
  how: Omit<Change, 'steps'>,
): Promise<Executed<Answer>> {
  const isFollowed = commands.some(({ followsEvents }) => followsEvents)
  const end = isFollowed ? await endOfEvents(services) : 0
  const { outcomes, replayOf, isOtherReceipt } = await services.store.change<Answer>(
    writeContext(services, caller),
    { steps: stepsOf(commands, provisions, end), ...how },
  )
  if (isOtherReceipt) throw new Refusal('idempotency_key_reused')
  return { outcomes, replayOf }
}

/** Those of the people whom a rehearsal made accounts for. */
function newcomersIn(rehearsal: Executed<unknown>, people: readonly AccountNames[]): AccountNames[] {
  const accounts = rehearsal.outcomes.filter(isDone).flatMap(({ events }) => accountsMade(events))
  const made = new Set(accounts.map(({ email }) => canonicalEmail(email)))
  return people.filter(({ email }) => made.has(canonicalEmail(email)))
}

const isDone = <Answer>(outcome: Outcome<Answer>) => outcome.status === 'done'

/** Everyone whom the commands name, as first named. */
function mentionedPeople(commands: readonly Command[]): AccountNames[] {
  const people = new Map<string, AccountNames>()
  for (const person of commands.flatMap((command) => command.people)) {
    const key = canonicalEmail(person.email)
    if (!people.has(key)) people.set(key, person)
  }
  return [...people.values()]
}

/** Those of the people whose e-mail has no account. */
async function unknownOf(
  { store }: Services,
  { platform }: Caller,
  people: readonly AccountNames[],
): Promise<readonly AccountNames[]> {
  if (people.length === 0) return []
  const emails = people.map(({ email }) => canonicalEmail(email))
  const found = await store.read(usersByEmails(platform.id, emails))
  const known = new Set(found.map(({ emailKey }) => emailKey))
  return people.filter((_person, place) => !known.has(emails[place] ?? ''))
}

/** Each step is given what is ready for its own people. */
const stepsOf = <Answer>(
  commands: readonly Command<Answer>[],
  provisions: Provisions,
  end: number,
): Step<Answer>[] =>
  commands.map(({ people, step }) => {
    const own: Provisions = {}
    for (const { email } of people) {
      const key = canonicalEmail(email)
      const ready = provisions[key]
      if (ready) own[key] = ready
    }
    return step(own, end)
  })
