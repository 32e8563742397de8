// Sponsors: saving with their people, deleting, and restoring.

import { type DeleteRequest, executeCommand, type SaveRequest } from '../../kernel/changes/commands.ts'
import { newObject } from '../../kernel/changes/creation.ts'
import type { Precondition } from '../../kernel/changes/preconditions.ts'
import { optionalReference, requireReference } from '../../kernel/changes/references.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import type { WithInvitations } from '../people/new-accounts/new-invitations.ts'
import { deleteOperation, restoreOperation } from '../talks/saved-objects/deletion.ts'
import { accountIds, type SavedKind, saveOperation } from '../talks/saved-objects/save-with-people.ts'
import { type SponsorBody, SponsorCreate, type SponsorSaved, sponsorFields } from './schema.ts'
import {
  attachedToSponsor,
  keepSponsorPeople,
  restoreSponsorPeople,
  setSponsorPeople,
} from './sponsor-people-store.ts'
import { importedIntoSponsor, sponsorObjects } from './store.ts'
import type { SponsorRow } from './tables.ts'

const sponsorKind: SavedKind<SponsorRow, SponsorBody, SponsorSaved> = {
  name: 'sponsor',
  objects: sponsorObjects,
  importedInto: importedIntoSponsor,
  required: () => SponsorCreate.required,
  empty: (ctx) => ({ ...newObject(ctx), ...sponsorFields.initial }),
  fileUses: ({ logo, icon }) => ({ '/logo': logo, '/icon': icon }),
  merge: sponsorFields.merge,
  nameOf: ({ name }) => name,
  content: (sponsor, { speakers }) => ({ ...sponsorFields.present(sponsor), speakers }),
  listsOfNew: { speakers: [] },
  losesPeople: () => false,
  checkPeople: () => {},
  attachedTo: attachedToSponsor,
  setPeople: (sponsor, { speakers }) => (speakers ? setSponsorPeople(sponsor.id, accountIds(speakers)) : []),
  keepPeople: ({ id }) => [keepSponsorPeople({ id })],
  restorePeople: ({ id }) => [restoreSponsorPeople({ id })],
  tagWrites: () => [],
  setFinders: () => [],
  setFiles: () => [],
  respond: ({ id }, message, { speakers }, warnings) => ({
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
export const restoreSponsorOperation = restoreOperation('restoreSponsor', sponsorKind)

/** Creates a sponsor (reference null), updates one, or creates one under an externalId. */
export function saveSponsorCommand(
  request: SaveRequest<SponsorBody> & WithInvitations,
): Command<Saved<SponsorSaved>> {
  const reference = optionalReference(request.reference, 'sponsor_not_found')
  return command(saveSponsorOperation, { ...request, reference })
}

export function deleteSponsorCommand(request: DeleteRequest): Command<Saved<Deleted>> {
  const reference = requireReference(request.reference, 'sponsor_not_found')
  return command(deleteSponsorOperation, { ...request, reference })
}

export const saveSponsor = (
  services: Services,
  caller: Caller,
  reference: string | null,
  body: SponsorBody,
  precondition: Precondition = {},
) => executeCommand(services, caller, saveSponsorCommand({ reference, body, precondition }))

export const deleteSponsor = (services: Services, caller: Caller, reference: string) =>
  executeCommand(services, caller, deleteSponsorCommand({ reference }))
