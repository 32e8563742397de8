// Saving and removing the captions of a talk.
import { actionEvent } from '../../../kernel/changes/change-events.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import type { Operation } from '../../../kernel/store/changes/operation.ts'
import { hasRoom } from '../../talks/schema.ts'
import { talkObjects } from '../../talks/store.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { deleteCaptions, putCaptions } from './captions-store.ts'

type State = { talk: TalkRow | undefined }
type Place = { talkId: string; language: string }

/** Whether the player of a talk can show captions, which belong to a recording. */
export const takesCaptions = ({ type }: Pick<TalkRow, 'type'>): boolean =>
  type === 'replay' || hasRoom(type) || type === 'rtmp'

export const saveCaptionsOperation: Operation<State, Place & { content: string }, null> = {
  name: 'saveCaptions',
  load: ({ platformId }, { talkId }) => ({
    talk: talkObjects.findForChange({ platformId, by: 'id', value: talkId }),
  }),
  decide({ talk }, { platformId, now }, place) {
    if (!talk || !takesCaptions(talk)) throw new Refusal('talk_not_found')
    return {
      writes: [putCaptions({ ...place, platformId, savedAt: now })],
      events: [actionEvent('talk', talk, 'captions_saved')],
      answer: null,
    }
  },
}

export const removeCaptionsOperation: Operation<State, Place, null> = {
  name: 'removeCaptions',
  load: saveCaptionsOperation.load,
  decide({ talk }, _ctx, place) {
    if (!talk) throw new Refusal('talk_not_found')
    return {
      writes: [deleteCaptions(place)],
      events: [actionEvent('talk', talk, 'captions_removed')],
      answer: null,
    }
  },
}
