// The review of changes before they are published: what changes, and what others have changed meanwhile. It is shown in a
// dialog, and as a page if somebody was faster.
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { Form } from '../../kit/components/form-fields.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { SendEmails } from '../talks/editing/office-send-emails.tsx'
import type { PlannedMove, Review } from './moves.ts'
import { TIMETABLE } from './office-paths.ts'
import type { Move, Place } from './schema.ts'

export const reviewTitle = ({ office }: Messages, { planned, disputed }: Review): string =>
  office.timetable.review.title({ count: planned.length + disputed.length })

type Props = {
  review: Review
  zone: string
  day: string
  /** The number of people who are told by e-mail. */
  told: number
  /** The fields of the form as it was sent. */
  field?: (name: string) => string
  csrf: string
}

export function ReviewForm({ review, zone, day, told, field, csrf }: Props) {
  const { review: texts } = useMessages().office.timetable
  const { planned, disputed, gone } = review
  const isEmpty = planned.length + disputed.length === 0
  return (
    <Form action={TIMETABLE} csrf={csrf} class="planner-review">
      <input type="hidden" name="changes" value={JSON.stringify(sendable(review))} />
      <input type="hidden" name="day" value={day} />
      {gone > 0 ? <p class="notice warning">{texts.gone({ count: gone })}</p> : null}
      {isEmpty ? <p>{texts.nothing}</p> : null}
      {disputed.length > 0 ? (
        <section class="notice warning" aria-labelledby="planner-disputed">
          <h3 id="planner-disputed">{texts.disputed}</h3>
          <p>{texts.disputedHint}</p>
          {disputed.map((one) => (
            <Disputed {...one} zone={zone} />
          ))}
        </section>
      ) : null}
      <ul class="rows planner-moves">
        {planned.map(({ talk, to }) => (
          <li>
            <strong dir="auto">{talk.title}</strong>
            <span>
              <del>
                <PlaceText place={talk} zone={zone} />
              </del>{' '}
              <ins>
                <PlaceText place={to} zone={zone} />
              </ins>
            </span>
          </li>
        ))}
      </ul>
      <SendEmails told={told} {...(field ? { field } : {})} />
      <div class="planner-actions">
        {isEmpty ? null : (
          <button class="primary" type="submit">
            {texts.publish}
          </button>
        )}
        <a class="button" href={TIMETABLE} data-close>
          {texts.back}
        </a>
      </div>
    </Form>
  )
}

/** A disputed move is about the place that the person sees here. */
const sendable = ({ planned, disputed }: Review): Move[] => [
  ...planned.map(({ move }) => move),
  ...disputed.map(({ move, talk: { startAt, room, duration } }) => ({
    ...move,
    from: { startAt, room, duration },
    isDisputed: true,
  })),
]

function Disputed({ talk, to, zone }: PlannedMove & { zone: string }) {
  const { review: texts } = useMessages().office.timetable
  const choices = [
    ['theirs', texts.theirs, talk],
    ['mine', texts.mine, to],
  ] as const
  return (
    <fieldset class="planner-choice">
      <legend dir="auto">{talk.title}</legend>
      {choices.map(([value, text, place]) => (
        <label class="check">
          <input type="radio" name={`keep/${talk.id}`} value={value} required />
          <span>{text({ place: <PlaceText place={place} zone={zone} /> })}</span>
        </label>
      ))}
    </fieldset>
  )
}

function PlaceText({ place: { startAt, room, duration }, zone }: { place: Place; zone: string }) {
  const { time, office } = useMessages()
  const texts = office.timetable
  const at = {
    day: time.shortDay(startAt, zone),
    from: time.clock(startAt, zone),
    to: time.clock(startAt + duration * MINUTE_MS, zone),
  }
  return <>{room === null ? texts.placeWithoutRoom(at) : texts.place({ ...at, room })}</>
}
