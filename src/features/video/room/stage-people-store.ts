// The stages of video rooms in the store: who is invited, muted, and removed, whose hand is raised, and whether the
// stage is locked.
import { instant, text } from '../../../kernel/store/sql/columns.ts'
import { defineUpsert } from '../../../kernel/store/sql/row-writes.ts'
import {
  allRows,
  defineQuery,
  defineWrite,
  firstRow,
  type ParametersOf,
} from '../../../kernel/store/sql/statements.ts'
import type { Tools } from '../../../kernel/store/sql/tools.ts'
import { roomStages, type StagePersonRow, stagePeople } from '../tables.ts'

export const putRoomStage = defineUpsert(roomStages, 'talkId')
export const putStagePerson = defineUpsert(stagePeople, 'talkId', 'userId')

export const roomStageOf = defineQuery(
  'room_stages.of_talk',
  { talkId: text() },
  ({ db }, p) => db.selectFrom('room_stages').select(roomStages.columnNames).where('talk_id', '=', p.talkId),
  firstRow(roomStages.decode),
)

export const stagePersonOf = defineQuery(
  'stage_people.one',
  { talkId: text(), userId: text() },
  ({ db }, p) =>
    db
      .selectFrom('stage_people')
      .select(stagePeople.columnNames)
      .where('talk_id', '=', p.talkId)
      .where('user_id', '=', p.userId),
  firstRow(stagePeople.decode),
)

export type NamedStagePerson = StagePersonRow & {
  name: { firstName: string | null; lastName: string | null; username: string }
}

/** Those of a talk, raised hands in their order. */
export const stagePeopleOf = defineQuery(
  'stage_people.of_talk',
  { talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('stage_people')
      .innerJoin('users', 'users.id', 'stage_people.user_id')
      .select(stagePeople.qualifiedNames)
      .select(['users.first_name', 'users.last_name', 'users.username'])
      .where('stage_people.talk_id', '=', p.talkId)
      .orderBy('stage_people.hand_at')
      .orderBy('stage_people.user_id'),
  allRows(
    (row): NamedStagePerson => ({
      ...stagePeople.decode(row),
      name: { firstName: row.first_name, lastName: row.last_name, username: row.username },
    }),
  ),
)

export const countHands = defineQuery(
  'stage_people.count_hands',
  { talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('stage_people')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('talk_id', '=', p.talkId)
      .where('hand_at', 'is not', null),
  firstRow(({ count }) => Number(count)),
)

const ended = { endedBefore: instant() }
const endedTalks = ({ db }: Tools, p: ParametersOf<typeof ended>) =>
  db.selectFrom('talks').select('id').where('end_at', '<', p.endedBefore)

/** Removes what belongs to talks that ended before a time. */
export const removeOldStages = defineWrite('room_stages.remove_old', ended, (tools, p) =>
  tools.db.deleteFrom('room_stages').where('talk_id', 'in', endedTalks(tools, p)),
)
export const removeOldStagePeople = defineWrite('stage_people.remove_old', ended, (tools, p) =>
  tools.db.deleteFrom('stage_people').where('talk_id', 'in', endedTalks(tools, p)),
)
