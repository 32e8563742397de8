// The kinds of an import: the schema of an item, and the commands that save and remove it.
import type { TSchema } from 'typebox'
import type { DeleteRequest, SaveRequest } from '../../kernel/changes/commands.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import { ref } from '../../kernel/schema/common.ts'
import type { Deleted } from '../../kernel/schema/problems.ts'
import type { Command } from '../../kernel/store/changes/transaction.ts'
import { deleteUserCommand, savePersonCommand } from '../people/users.ts'
import { deleteSponsorCommand, saveSponsorCommand } from '../sponsors/sponsors.ts'
import { deleteSurveyCommand, saveSurveyCommand } from '../surveys/surveys.ts'
import { deleteTalkCommand, saveTalkCommand } from '../talks/talks.ts'
import type { SavedItem } from './report.ts'
import {
  type ProgrammeKind,
  ProgrammePerson,
  ProgrammeSponsor,
  ProgrammeSurvey,
  ProgrammeTalk,
} from './schema.ts'

type Kind = {
  item: TSchema
  /** The body must match `item`. */
  save(request: SaveRequest<never> & { reference: string }): Command<SavedItem>
  remove(request: DeleteRequest): Command<Saved<Deleted>>
}

export const kinds: Record<ProgrammeKind, Kind> = {
  talks: { item: ref(ProgrammeTalk), save: saveTalkCommand, remove: deleteTalkCommand },
  sponsors: { item: ref(ProgrammeSponsor), save: saveSponsorCommand, remove: deleteSponsorCommand },
  people: { item: ref(ProgrammePerson), save: savePersonCommand, remove: deleteUserCommand },
  surveys: { item: ref(ProgrammeSurvey), save: saveSurveyCommand, remove: deleteSurveyCommand },
}
