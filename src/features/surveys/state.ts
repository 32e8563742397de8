// The basis of every change to a survey: the survey, its talks, the actor, and the journal entries.

import { Refusal } from '../../kernel/changes/errors.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { Reference } from '../../kernel/store/changes/objects.ts'
import type { DecideContext, LoadContext } from '../../kernel/store/changes/operation.ts'
import type { Write } from '../../kernel/store/sql/statements.ts'
import { isModerator } from '../live/rights.ts'
import type { LiveKind } from '../live/schema.ts'
import { actorAccount, emptyLiveTalk, featureOff, isOn, journal, offMessages } from '../live/state.ts'
import type { LiveTalkRow } from '../live/tables.ts'
import type { AttachedId } from '../people/attached/attached-people-store.ts'
import type { UserRow } from '../people/tables.ts'
import { platformById } from '../platforms/store.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkRow } from '../talks/tables.ts'
import { type Survey, surveyFields } from './schema.ts'
import { attachedToSurvey, liveTalksOfSurvey, surveyObjects, talksOfSurvey } from './store.ts'
import type { SurveyRow } from './tables.ts'

export type SurveyState = {
  survey: SurveyRow | undefined
  platform: PlatformRow | undefined
  /** The account of the actor; undefined for an API key and the system. */
  actor: UserRow | undefined
  /** The speakers and moderators of the survey's talk. */
  attached: AttachedId[]
}
/** Includes the talks whose open pages show the survey. */
export type ShownSurveyState = SurveyState & { talks: TalkRow[]; live: LiveTalkRow[] }
/** The state after the checks. */
export type FoundSurvey<S extends SurveyState> = S & { survey: SurveyRow; platform: PlatformRow }

/** The queries of `SurveyState`. The survey is locked until the end of the transaction. */
export const loadSurvey = ({ platformId, actor }: LoadContext, reference: Reference) => ({
  survey: surveyObjects.findForChange({ platformId, ...reference }),
  platform: platformById({ id: platformId }),
  actor: actorAccount(platformId, actor),
  attached: attachedToSurvey({ platformId, ...reference }),
})

/** The queries of `ShownSurveyState`. */
export const loadShownSurvey = (ctx: LoadContext, reference: Reference) => ({
  ...loadSurvey(ctx, reference),
  talks: talksOfSurvey({ platformId: ctx.platformId, ...reference, now: ctx.now }),
  live: liveTalksOfSurvey({ platformId: ctx.platformId, ...reference, now: ctx.now }),
})

/** Throws `survey_not_found`. */
export function requireSurvey<S extends SurveyState>(state: S): FoundSurvey<S> {
  const { survey, platform } = state
  if (!survey || !platform) throw new Refusal('survey_not_found')
  return { ...state, survey, platform }
}

/**
 * Every admin and owner moderates a survey, as do the moderators of its talk, API keys, and the system. Throws
 * `moderators_only`.
 */
export function requireSurveyModerator({ actor, attached }: SurveyState, ctx: DecideContext): void {
  if (ctx.actor.kind !== 'user') return
  if (!actor || !isModerator(actor, attached)) throw new Refusal('moderators_only')
}

/** Surveys about the whole event are on if they are on for the platform. Throws what `featureOff` returns. */
export function requireSurveysOn(
  { settings }: Pick<PlatformRow, 'settings'>,
  talk: TalkRow | null | undefined,
): void {
  if (talk && !isOn('surveys', { settings }, talk)) throw featureOff('surveys', talk)
  if (!settings.features.surveys)
    throw new Refusal('feature_off', { message: offMessages.surveys, feature: 'surveys' })
}

/** The entries of a survey in the journals of its talks. */
export const surveyEntries = (
  { talks, live }: Pick<ShownSurveyState, 'talks' | 'live'>,
  ctx: DecideContext,
  kind: Extract<LiveKind, 'survey' | 'survey_results'>,
  { id }: Pick<SurveyRow, 'id'>,
): Write[] =>
  talks.flatMap((talk) =>
    journal({ live: live.find(({ talkId }) => talkId === talk.id) ?? emptyLiveTalk(talk, ctx.now) }, ctx, [
      { kind, objectId: id },
    ]),
  )

export const presentSurvey = (row: SurveyRow): Survey => ({
  ...surveyFields.present(row),
  openedAt: row.openedAt === null ? null : formatInstant(row.openedAt),
  closedAt: row.closedAt === null ? null : formatInstant(row.closedAt),
})
