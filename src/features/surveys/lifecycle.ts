// Opening and closing surveys, by hand or at the time of their talk, and publishing results to open pages.

import { updatedEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Precondition, requirePrecondition } from '../../kernel/changes/preconditions.ts'
import { requireReference } from '../../kernel/changes/references.ts'
import { withIdentity } from '../../kernel/changes/save.ts'
import type { Saved } from '../../kernel/changes/saved.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, Decision, Operation } from '../../kernel/store/changes/operation.ts'
import { type Command, command } from '../../kernel/store/changes/transaction.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { activityWrites } from '../live/activities.ts'
import type { TalkRow } from '../talks/tables.ts'
import {
  eraseParticipations,
  participantsOfSurvey,
  putTally,
  surveysWithNewResults,
  tallyOfSurvey,
} from './answers/responses-store.ts'
import type { SurveySaved } from './schema.ts'
import {
  type FoundSurvey,
  loadShownSurvey,
  presentSurvey,
  requireSurvey,
  requireSurveyModerator,
  requireSurveysOn,
  type ShownSurveyState,
  surveyEntries,
} from './state.ts'
import { surveyObjects, surveysToOpen } from './store.ts'
import { savedSurvey } from './surveys.ts'
import type { SurveyRow, SurveyTallyRow } from './tables.ts'

type Request = { reference: string; precondition?: Precondition | undefined }
type Input = { reference: Reference; precondition?: Precondition | undefined }

export const openSurveyCommand = (request: Request): Command<Saved<SurveySaved>> =>
  command(openSurveyOperation, asInput(request))

export const closeSurveyCommand = (request: Request): Command<Saved<SurveySaved>> =>
  command(closeSurveyOperation, asInput(request))

const asInput = ({ reference, precondition }: Request): Input => ({
  reference: requireReference(reference, 'survey_not_found'),
  precondition,
})

/** Opens a draft, or reopens a closed survey. An open survey stays as it is. */
export const openSurveyOperation: Operation<ShownSurveyState, Input, Saved<SurveySaved>> = {
  name: 'openSurvey',
  load: (ctx, { reference }) => loadShownSurvey(ctx, reference),
  decide(state, ctx, { precondition }) {
    const found = requireSurvey(state)
    const { survey, platform } = found
    requireSurveyModerator(found, ctx)
    requireSurveysOn(platform, talkOf(found))
    requirePrecondition(survey, precondition)
    if (survey.state === 'open') return unchanged(survey)
    // The participations were erased.
    if (survey.state === 'closed' && survey.anonymous) throw new Refusal('survey_anonymous')
    return opened(found, ctx)
  },
}

/** Opens a draft whose time has come, even if surveys are off: that only decides whether anyone sees it. */
export const openByTimeOperation: Operation<
  ShownSurveyState,
  { reference: Reference },
  Saved<SurveySaved>
> = {
  name: 'openSurveyByTime',
  load: (ctx, { reference }) => loadShownSurvey(ctx, reference),
  decide(state, ctx) {
    const found = requireSurvey(state)
    const { survey } = found
    return isDue(survey, talkOf(found), ctx.now) ? opened(found, ctx) : unchanged(survey)
  },
}

function isDue({ state, opens }: SurveyRow, talk: TalkRow | undefined, now: number): boolean {
  if (state !== 'draft' || opens === 'by_hand' || talk?.state !== 'published') return false
  return (opens === 'talk_start' ? talk.startAt : talk.endAt) <= now
}

type ClosingState = ShownSurveyState & { participants: string[] }

/**
 * Closes an open survey. If it is anonymous, the participants get their points, and the participations are erased. A
 * closed survey stays as it is.
 */
export const closeSurveyOperation: Operation<ClosingState, Input, Saved<SurveySaved>> = {
  name: 'closeSurvey',
  load: (ctx, { reference }) => ({
    ...loadShownSurvey(ctx, reference),
    participants: participantsOfSurvey({ platformId: ctx.platformId, ...reference }),
  }),
  decide(state, ctx, { precondition }) {
    const found = requireSurvey(state)
    const { survey, platform, participants } = found
    requireSurveyModerator(found, ctx)
    requirePrecondition(survey, precondition)
    if (survey.state === 'closed') return unchanged(survey)
    if (survey.state === 'draft') throw new Refusal('survey_not_open')
    const closed: SurveyRow = { ...survey, state: 'closed', closedAt: ctx.now }
    const place = { platform, talk: talkOf(found) ?? null }
    const answered = participants.map((userId) => ({
      ...place,
      userId,
      kind: 'survey' as const,
      objectId: survey.id,
    }))
    return changed(found, ctx, closed, {
      action: 'closed',
      writes: survey.anonymous
        ? [...activityWrites(ctx, answered), eraseParticipations({ surveyId: survey.id })]
        : [],
    })
  },
}

const opened = (found: FoundSurvey<ShownSurveyState>, ctx: DecideContext) =>
  changed(
    found,
    ctx,
    { ...found.survey, state: 'open', openedAt: ctx.now, closedAt: null },
    { action: 'opened', writes: [] },
  )

const talkOf = ({ survey, talks }: FoundSurvey<ShownSurveyState>): TalkRow | undefined =>
  talks.find(({ id }) => id === survey.talkId)

const unchanged = (survey: SurveyRow): Decision<Saved<SurveySaved>> => ({
  writes: [],
  events: [],
  answer: withIdentity(survey, savedSurvey(survey, { isCreated: false, isChanged: false })),
})

function changed(
  state: FoundSurvey<ShownSurveyState>,
  ctx: DecideContext,
  change: SurveyRow,
  { action, writes }: { action: 'opened' | 'closed'; writes: readonly Write[] },
): Decision<Saved<SurveySaved>> {
  const next = { ...change, version: change.version + 1, updatedAt: ctx.now }
  const event = updatedEvent('survey', next, presentSurvey(state.survey), presentSurvey(next))
  return {
    writes: [...writes, surveyObjects.replace(next), ...surveyEntries(state, ctx, 'survey', next)],
    events: event ? [{ ...event, type: `survey.${action}` }] : [],
    answer: withIdentity(next, savedSurvey(next, { isCreated: false, isChanged: true }, `Survey ${action}.`)),
  }
}

/**
 * Adds an entry to the journals if the results have changed since the last one, so that open pages get them in batches.
 */
export const publishResultsOperation: Operation<
  ShownSurveyState & { tally: SurveyTallyRow | undefined },
  { reference: Reference },
  null
> = {
  name: 'publishSurveyResults',
  load: (ctx, { reference }) => ({
    ...loadShownSurvey(ctx, reference),
    tally: tallyOfSurvey({ platformId: ctx.platformId, ...reference }),
  }),
  decide(state, ctx) {
    const { survey, tally } = state
    if (!survey || !tally?.changed) return { writes: [], events: [], answer: null }
    return {
      writes: [
        putTally({ ...tally, changed: false }),
        ...surveyEntries(state, ctx, 'survey_results', survey),
      ],
      events: [],
      answer: null,
    }
  },
}

/**
 * Opens the surveys whose time has come, and publishes new results, on all platforms. Any number of processes can do so
 * at the same time, because each change happens once.
 */
export async function advanceSurveys(services: Pick<Services, 'store' | 'clock'>): Promise<boolean> {
  const { store, clock } = services
  const due = await store.read(surveysToOpen({ now: clock.now() }))
  for (const { id, platformId } of due)
    await execute(services, systemCaller({ id: platformId }), openByTimeOperation, { reference: byId(id) })
  const results = await store.read(surveysWithNewResults({}))
  for (const { id, platformId } of results)
    await execute(services, systemCaller({ id: platformId }), publishResultsOperation, {
      reference: byId(id),
    })
  return due.length + results.length > 0
}

const byId = (value: string): Reference => ({ by: 'id', value })
