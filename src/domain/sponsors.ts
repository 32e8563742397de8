// Sponsors: saving with their people, and deleting.
import { type SponsorBody, SponsorCreate, type SponsorSaved } from '../schema/sponsor.ts'
import type { DecideContext, Operation } from '../store/engine.ts'
import type { Reference } from '../store/objects.ts'
import { type AttachedId, attachedIds, setSponsorPeople } from '../store/people.ts'
import { sponsorObjects } from '../store/sponsors.ts'
import type { SponsorRow } from '../store/tables.ts'
import type { Provisions } from './accounts.ts'
import { externalIdForCreation, requireForCreation, requireFreeExternalId } from './creation.ts'
import { Refusal } from './errors.ts'
import { createdEvent, deletedEvent, updatedEvent } from './history.ts'
import { loadPeople, type PeopleState, type ResolvedPeople, resolvePeople, runWithPeople } from './people.ts'
import { sponsorContent } from './present-sponsor.ts'
import { NOBODY, requireReference } from './references.ts'
import { type Caller, type Services, writeContext } from './services.ts'
import { requireSeen, type Seen } from './versions.ts'

type Saved = { isCreated: boolean; answer: SponsorSaved }
/** `reference` is null for a creation without an identifier in the path. */
type SaveInput = { reference: Reference | null; body: SponsorBody; provisions: Provisions; seen?: Seen }
type SaveState = PeopleState & {
  sponsor: SponsorRow | undefined
  attached: AttachedId[]
  externalIdHolder: SponsorRow | undefined
}

/** Creates a sponsor (reference null), updates one, or creates one under the caller's own identifier. */
export const saveSponsor = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: SponsorBody,
  seen: Seen = {},
) =>
  runWithPeople(services, caller, saveSponsorOperation, {
    reference: reference === null ? null : requireReference(reference, 'object', 'sponsor_not_found'),
    body,
    provisions: {},
    seen,
  })

export const saveSponsorOperation: Operation<SaveState, SaveInput, Saved> = {
  name: 'saveSponsor',
  load: ({ platformId }, { reference, body, provisions }) => ({
    sponsor: sponsorObjects.findForChange(platformId, reference ?? NOBODY),
    attached: attachedIds('sponsor', platformId, reference ?? NOBODY),
    externalIdHolder: sponsorObjects.find(platformId, { by: 'external_id', value: body.externalId ?? '' }),
    ...loadPeople(platformId, body, provisions),
  }),
  decide(state, ctx, { reference, body, provisions, seen }) {
    if (!state.sponsor) return create(state, ctx, reference, body, provisions)
    requireSeen(state.sponsor, seen)
    return update(state.sponsor, state, ctx, body, provisions)
  },
}

function create(
  state: SaveState,
  ctx: DecideContext,
  reference: Reference | null,
  body: SponsorBody,
  provisions: Provisions,
) {
  const externalId = externalIdForCreation(reference, body, 'sponsor_not_found')
  requireForCreation(SponsorCreate.required, body)
  requireFreeExternalId(state.externalIdHolder, undefined)
  const sponsor = merge(emptySponsor(ctx), { ...body, externalId })
  const people = resolvePeople(state, ctx, { speakers: body.speakers ?? [] }, provisions)
  return {
    writes: [...people.writes, sponsorObjects.insert(sponsor), ...peopleWrites(sponsor, people)],
    events: [...people.events, createdEvent('sponsor', sponsor, withPeople(sponsor, ids(people)))],
    answer: { isCreated: true, answer: answerOf(sponsor, people, 'Sponsor created.') },
  }
}

function update(
  sponsor: SponsorRow,
  state: SaveState,
  ctx: DecideContext,
  body: SponsorBody,
  provisions: Provisions,
) {
  requireFreeExternalId(state.externalIdHolder, sponsor.id)
  const { speakers } = body
  const people = resolvePeople(state, ctx, speakers ? { speakers } : {}, provisions)
  const next = { ...merge(sponsor, body), version: sponsor.version + 1, updatedAt: ctx.now }
  const before = state.attached.map((person) => person.userId)
  const event = updatedEvent(
    'sponsor',
    next,
    withPeople(sponsor, before),
    withPeople(next, people.speakers ? ids(people) : before),
  )
  if (!event) {
    const message = 'Nothing to change: the sponsor is as sent.'
    return {
      writes: [],
      events: [],
      answer: { isCreated: false, answer: answerOf(sponsor, people, message) },
    }
  }
  return {
    writes: [...people.writes, sponsorObjects.replace(next), ...peopleWrites(next, people)],
    events: [...people.events, event],
    answer: { isCreated: false, answer: answerOf(next, people, 'Sponsor updated.') },
  }
}

const ids = ({ speakers }: ResolvedPeople) => speakers?.map((account) => account.id) ?? []

const peopleWrites = (sponsor: SponsorRow, people: ResolvedPeople) =>
  people.speakers ? setSponsorPeople(sponsor.id, ids(people)) : []

const withPeople = (sponsor: SponsorRow, speakers: readonly string[]) => ({
  ...sponsorContent(sponsor),
  speakers,
})

const answerOf = (sponsor: SponsorRow, people: ResolvedPeople, message: string): SponsorSaved => ({
  code: 'ok',
  message,
  id: sponsor.id,
  speakers: people.answer.speakers,
  ...(people.warnings.length > 0 ? { warnings: people.warnings } : {}),
})

const emptySponsor = (ctx: DecideContext): SponsorRow => ({
  id: ctx.newId(),
  platformId: ctx.platformId,
  externalId: null,
  name: '',
  logo: '',
  level: 5,
  hasPage: false,
  pageContent: null,
  website: null,
  icon: null,
  color: null,
  options: { displayInLobby: false, highlight: false },
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

/** What is sent replaces, member by member in options; what is not sent stays. */
function merge(sponsor: SponsorRow, { speakers: _speakers, options, ...plain }: SponsorBody): SponsorRow {
  return { ...sponsor, ...plain, options: { ...sponsor.options, ...options } }
}

type DeleteState = { sponsor: SponsorRow | undefined; attached: AttachedId[] }

export const deleteSponsorOperation: Operation<DeleteState, { reference: Reference }, { id: string }> = {
  name: 'deleteSponsor',
  load: ({ platformId }, { reference }) => ({
    sponsor: sponsorObjects.findForChange(platformId, reference),
    attached: attachedIds('sponsor', platformId, reference),
  }),
  decide({ sponsor, attached }) {
    if (!sponsor) throw new Refusal('sponsor_not_found')
    const speakers = attached.map((person) => person.userId)
    return {
      writes: [sponsorObjects.remove(sponsor)],
      events: [deletedEvent('sponsor', sponsor, withPeople(sponsor, speakers))],
      answer: { id: sponsor.id },
    }
  },
}

export const deleteSponsor = (services: Services, caller: Caller, reference: string) =>
  services.store.run(deleteSponsorOperation, writeContext(services, caller), {
    reference: requireReference(reference, 'object', 'sponsor_not_found'),
  })
