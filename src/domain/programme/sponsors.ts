// Sponsors: saving with their people, and deleting.
import type { Deleted } from '../../schema/problems.ts'
import { type SponsorBody, SponsorCreate, type SponsorSaved } from '../../schema/programme/sponsors.ts'
import { setSponsorPeople } from '../../store/people/attached-people.ts'
import { sponsorObjects } from '../../store/programme/sponsors.ts'
import type { SponsorRow } from '../../store/sql/tables.ts'
import { type DecideContext, step } from '../../store/store.ts'
import { type Asked, type AskedDeletion, type Command, execute } from '../changes/commands.ts'
import type { Seen } from '../changes/preconditions.ts'
import { optionalReference, requireReference } from '../changes/references.ts'
import { everyone } from '../people/attached-people.ts'
import type { Caller, Services } from '../services.ts'
import { sponsorContent } from './present-sponsor.ts'
import { accountIds, deleteOperation, type Saved, type SavedKind, saveOperation } from './save-with-people.ts'

const sponsorKind: SavedKind<SponsorRow, SponsorBody, SponsorSaved> = {
  name: 'sponsor',
  objects: sponsorObjects,
  required: SponsorCreate.required,
  empty: emptySponsor,
  merge,
  content: (sponsor, { speakers }) => ({ ...sponsorContent(sponsor), speakers }),
  listsOfNew: { speakers: [] },
  setPeople: (sponsor, { speakers }) => (speakers ? setSponsorPeople(sponsor.id, accountIds(speakers)) : []),
  tagWrites: () => [],
  answer: ({ id }, message, { speakers }, warnings) => ({
    code: 'ok',
    message,
    id,
    speakers,
    ...(warnings.length > 0 ? { warnings } : {}),
  }),
  warnings: () => [],
}

export const saveSponsorOperation = saveOperation('saveSponsor', sponsorKind)
export const deleteSponsorOperation = deleteOperation('deleteSponsor', sponsorKind)

/** Creates a sponsor (reference null), updates one, or creates one under the caller's own identifier. */
export function saveSponsorCommand(asked: Asked<SponsorBody>): Command<Saved<SponsorSaved>> {
  const input = { ...asked, reference: optionalReference(asked.reference, 'object', 'sponsor_not_found') }
  return {
    people: everyone(asked.body),
    step: (provisions) => step(saveSponsorOperation, { ...input, provisions }),
  }
}

export function deleteSponsorCommand({ reference, ...asked }: AskedDeletion): Command<Saved<Deleted>> {
  const input = { ...asked, reference: requireReference(reference, 'object', 'sponsor_not_found') }
  return { people: [], step: () => step(deleteSponsorOperation, input) }
}

export const saveSponsor = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: SponsorBody,
  seen: Seen = {},
) => execute(services, caller, saveSponsorCommand({ reference, body, seen }))

export const deleteSponsor = (services: Services, caller: Caller, reference: string) =>
  execute(services, caller, deleteSponsorCommand({ reference }))

function emptySponsor(ctx: DecideContext): SponsorRow {
  return {
    id: ctx.newId(),
    platformId: ctx.platformId,
    externalId: null,
    source: null,
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
  }
}

/** What is sent replaces, member by member in options; what is not sent stays. */
function merge(sponsor: SponsorRow, { speakers: _speakers, options, ...plain }: SponsorBody): SponsorRow {
  return { ...sponsor, ...plain, options: { ...sponsor.options, ...options } }
}
