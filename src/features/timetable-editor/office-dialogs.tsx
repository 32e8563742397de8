// The dialogs of the timetable editor: moving a talk by its fields, and publishing.
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { MAX_TALK_MS } from '../talks/limits.ts'
import { TIMETABLE } from './office-paths.ts'

const MAX_MINUTES = MAX_TALK_MS / MINUTE_MS

export function MoveDialog() {
  const { move, lift } = useMessages().office.timetable
  return (
    <>
      <dialog class="dialog planner-dialog" aria-labelledby="planner-move" data-move>
        <form method="dialog">
          <h2 id="planner-move" dir="auto">
            {move.submit}
          </h2>
          <p class="quiet" data-about />
          <div class="field">
            <label for="planner-room">{move.room}</label>
            <input
              id="planner-room"
              type="text"
              dir="auto"
              name="room"
              maxLength={100}
              list="planner-rooms"
              aria-describedby="planner-room-hint"
            />
            <p class="hint" id="planner-room-hint">
              {move.roomHint}
            </p>
            <datalist id="planner-rooms" />
          </div>
          <div class="field-row">
            <div class="field">
              <label for="planner-day">{move.day}</label>
              <input id="planner-day" type="date" name="day" required />
            </div>
            <div class="field">
              <label for="planner-time">{move.time}</label>
              <input id="planner-time" type="time" name="time" required />
            </div>
            <div class="field">
              <label for="planner-minutes">{move.duration}</label>
              <input
                id="planner-minutes"
                type="number"
                name="minutes"
                min="1"
                max={MAX_MINUTES}
                step="any"
                required
              />
            </div>
          </div>
          <ul class="planner-words" role="status" data-words />
          <div class="planner-actions">
            <button class="primary" type="submit" value="move">
              {move.submit}
            </button>
            <button type="button" data-close>
              {move.cancel}
            </button>
            <a data-edit href={TIMETABLE}>
              {move.edit}
            </a>
          </div>
        </form>
      </dialog>
      <div class="planner-lift" role="application" tabIndex={-1} data-lift hidden>
        <strong dir="auto" data-lift-title />
        <span data-lift-place />
        <ul class="planner-words" data-words />
        <span class="hint planner-keys">{lift.help}</span>
      </div>
    </>
  )
}

export function PublishDialog({ csrf }: { csrf: string }) {
  const { review } = useMessages().office.timetable
  return (
    <dialog class="dialog planner-dialog" aria-labelledby="planner-publish" data-publish data-csrf={csrf}>
      <h2 id="planner-publish">{review.publish}</h2>
      <button class="planner-icon planner-close" type="button" data-close aria-label={review.back}>
        <Icon name="x" />
      </button>
      <div data-review />
    </dialog>
  )
}
