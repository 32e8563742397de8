// The kinds of an import: the schema of an item, and the commands that save and remove it.
import type { TSchema } from 'typebox'
import { ref } from '../../schema/common.ts'
import type { Deleted } from '../../schema/problems.ts'
import {
  type ProgrammeKind,
  ProgrammePerson,
  ProgrammeSponsor,
  ProgrammeSurvey,
  ProgrammeTalk,
} from '../../schema/programme/import.ts'
import type { Command } from '../../store/changes/transaction.ts'
import type { DeleteRequest, SaveRequest } from '../changes/commands.ts'
import type { Saved } from '../changes/saved.ts'
import { deleteSurveyCommand, saveSurveyCommand } from '../live/surveys/surveys.ts'
import { deleteUserCommand, savePersonCommand } from '../people/users.ts'
import type { SavedItem } from './import-report.ts'
import { deleteSponsorCommand, saveSponsorCommand } from './sponsors.ts'
import { deleteTalkCommand, saveTalkCommand } from './talks.ts'

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
