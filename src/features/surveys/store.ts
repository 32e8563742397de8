// Surveys in the store, and the talks that show them.
import { byReference, defineObjects, type Reference } from '../../kernel/store/changes/objects.ts'
import { instant, text, textList } from '../../kernel/store/sql/columns.ts'
import { defineFilter } from '../../kernel/store/sql/filters.ts'
import { allRows, defineQuery, firstRow, type ParametersOf } from '../../kernel/store/sql/statements.ts'
import type { Tools } from '../../kernel/store/sql/tools.ts'
import { liveTalks } from '../live/tables.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import { talks } from '../talks/tables.ts'
import { MAX_SHOWN } from './limits.ts'
import { surveys } from './tables.ts'

export const surveyObjects = defineObjects(surveys, byReference)

const reference = { platformId: text(), value: text() }
const atTime = { ...reference, now: instant() }

/**
 * The talks whose open pages follow a survey: its own talk or, for a survey about the whole event, all talks that are
 * live.
 */
const idsOfTalks = ({ db }: Tools, by: Reference['by'], p: ParametersOf<typeof atTime>) => {
  const survey = db.selectFrom('surveys').where('platform_id', '=', p.platformId).where(by, '=', p.value)
  return survey
    .select(({ ref }) => ref('talk_id').$notNull().as('id'))
    .where('talk_id', 'is not', null)
    .unionAll(
      db
        .selectFrom('talks')
        .select('id')
        .where('platform_id', '=', p.platformId)
        .where('start_at', '<=', p.now)
        .where('end_at', '>', p.now)
        .where(({ exists }) => exists(survey.select('surveys.id').where('talk_id', 'is', null))),
    )
}

/** The talks whose open pages follow a survey at `now` (epoch milliseconds). */
export const talksOfSurvey = byReference((by) =>
  defineQuery(
    `talks.of_survey_by_${by}`,
    atTime,
    (tools, p) =>
      tools.db
        .selectFrom('talks')
        .select(talks.columnNames)
        .where('id', 'in', idsOfTalks(tools, by, p))
        .orderBy('id'),
    allRows(talks.decode),
  ),
)

/** The live state of these talks, locked until the end of the transaction. */
export const liveTalksOfSurvey = byReference((by) =>
  defineQuery(
    `live_talks.of_survey_by_${by}`,
    atTime,
    (tools, p) =>
      tools.db
        .selectFrom('live_talks')
        .select(liveTalks.columnNames)
        .where('talk_id', 'in', idsOfTalks(tools, by, p))
        .orderBy('talk_id')
        .$call(tools.lockRows),
    allRows(liveTalks.decode),
  ),
)

const idOfItsTalk = ({ db }: Tools, by: Reference['by'], p: ParametersOf<typeof reference>) =>
  db
    .selectFrom('surveys')
    .select(({ ref }) => ref('talk_id').$notNull().as('talk_id'))
    .where('platform_id', '=', p.platformId)
    .where(by, '=', p.value)

/** The live state of the talk of a survey; undefined before its first change. */
export const liveTalkOfSurvey = byReference((by) =>
  defineQuery(
    `live_talks.of_talk_of_survey_by_${by}`,
    reference,
    (tools, p) =>
      tools.db
        .selectFrom('live_talks')
        .select(liveTalks.columnNames)
        .where('talk_id', '=', idOfItsTalk(tools, by, p)),
    firstRow(liveTalks.decode),
  ),
)

/** The speakers and moderators of the talk of a survey. */
export const attachedToSurvey = byReference((by) =>
  defineQuery(
    `talk_people.of_survey_by_${by}`,
    reference,
    (tools, p) =>
      tools.db
        .selectFrom('talk_people')
        .select(['kind', 'user_id'])
        .where('talk_id', '=', idOfItsTalk(tools, by, p))
        .orderBy('position'),
    allRows(({ kind, user_id }): AttachedId => ({ kind, userId: user_id })),
  ),
)

export const surveysByIds = defineQuery(
  'surveys.by_ids',
  { ids: textList() },
  ({ db, isAmong }, p) =>
    db
      .selectFrom('surveys')
      .select(surveys.columnNames)
      .where(({ ref }) => isAmong(ref('id'), p.ids)),
  allRows(surveys.decode),
)

/** The surveys of a talk, and those about the whole event that are open; the newest 50. */
export const surveysAtTalk = defineQuery(
  'surveys.at_talk',
  { platformId: text(), talkId: text() },
  ({ db }, p) =>
    db
      .selectFrom('surveys')
      .select(surveys.columnNames)
      .where('platform_id', '=', p.platformId)
      .where(({ and, eb, or }) =>
        or([eb('talk_id', '=', p.talkId), and([eb('talk_id', 'is', null), eb('state', '=', 'open')])]),
      )
      .orderBy('id', 'desc')
      .limit(MAX_SHOWN),
  allRows(surveys.decode),
)

/** The open surveys about the whole event; the newest 50. */
export const openEventSurveys = defineQuery(
  'surveys.of_event',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('surveys')
      .select(surveys.columnNames)
      .where('platform_id', '=', p.platformId)
      .where('talk_id', 'is', null)
      .where('state', '=', 'open')
      .orderBy('id', 'desc')
      .limit(MAX_SHOWN),
  allRows(surveys.decode),
)

/** Whether a survey about the whole event is open. */
export const hasEventSurvey = defineQuery(
  'surveys.any_of_event',
  { platformId: text() },
  ({ db }, p) =>
    db
      .selectFrom('surveys')
      .select('id')
      .where('platform_id', '=', p.platformId)
      .where('talk_id', 'is', null)
      .where('state', '=', 'open')
      .limit(1),
  (rows) => rows.length > 0,
)

/** Drafts on all platforms that are due to open; 50 at most. */
export const surveysToOpen = defineQuery(
  'surveys.waiting',
  { now: instant() },
  ({ db }, p) =>
    db
      .selectFrom('surveys')
      .innerJoin('talks', 'talks.id', 'surveys.talk_id')
      .select(['surveys.id', 'surveys.platform_id'])
      .where('surveys.state', '=', 'draft')
      .where('surveys.opens', '<>', 'by_hand')
      .where('talks.state', '=', 'published')
      .where(({ and, eb, or }) =>
        or([
          and([eb('surveys.opens', '=', 'talk_start'), eb('talks.start_at', '<=', p.now)]),
          and([eb('surveys.opens', '=', 'talk_end'), eb('talks.end_at', '<=', p.now)]),
        ]),
      )
      .limit(MAX_SHOWN),
  allRows(({ id, platform_id }) => ({ id, platformId: platform_id })),
)

/** Surveys of one talk. */
export const isOfTalk = defineFilter('surveys', 'talk', text(), ({ eb }, talkId) =>
  eb('surveys.talk_id', '=', talkId),
)
