// The page of the timetable editor. Without scripts, it lists the shown day by room.
import { Empty } from '../../kit/components/empty.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { IMPORT } from '../../kit/office/paths.ts'
import { MAX_MOVED_TALKS, MAX_SHOWN_TALKS } from './limits.ts'
import { DayByRoom } from './office-day-by-room.tsx'
import { MoveDialog, PublishDialog } from './office-dialogs.tsx'
import { editorTexts } from './office-editor-texts.ts'
import { TIMETABLE } from './office-paths.ts'
import type { EventDates, Timetable } from './timetable.ts'

type PageProps = {
  timetable: Timetable
  /** The shown day. */
  day: string
  dates: EventDates
  csrf: string
  language: string
  /** Whose draft it is: a person on a platform. */
  owner: string
  /** The number of changes that were just published. */
  published: number | undefined
}

export function TimetablePage(props: PageProps) {
  const messages = useMessages()
  const { timetable, day, dates, csrf, language, owner, published } = props
  const texts = messages.office.timetable
  const { talks, isPartial } = timetable
  return (
    <div
      class="planner"
      data-timetable={JSON.stringify(dataOf(props))}
      data-texts={JSON.stringify(editorTexts(messages))}
      data-owner={owner}
      data-language={language}
      data-day={day}
      {...(published === undefined ? {} : { 'data-published': true })}
    >
      <header class="planner-head">
        <h1>{texts.title}</h1>
        {talks.length === 0 ? null : <Tools />}
      </header>
      {published === undefined ? null : (
        <p class="notice success planner-notice" role="status">
          {texts.published({ count: published })}
        </p>
      )}
      {isPartial ? <p class="notice warning">{texts.partial({ limit: MAX_SHOWN_TALKS })}</p> : null}
      {talks.length === 0 ? (
        <Empty
          icon="calendar-days"
          advice={
            <>
              <a class="button primary" href="/backoffice/talks/new">
                {messages.office.talks.form.new}
              </a>{' '}
              <a class="button" href={IMPORT}>
                {messages.office.imports.action}
              </a>
            </>
          }
        >
          {texts.none}
        </Empty>
      ) : (
        <>
          <Days timetable={timetable} day={day} zone={dates.zone} />
          <Board timetable={timetable} />
          <DayByRoom timetable={timetable} day={day} zone={dates.zone} />
          <MoveDialog />
          <PublishDialog csrf={csrf} />
        </>
      )}
    </div>
  )
}

/** Talks are lists without names of attributes, because the page can have thousands. */
const dataOf = ({ timetable: { talks, people }, dates }: PageProps) => ({
  ...dates,
  maxMoves: MAX_MOVED_TALKS,
  people: people.map(displayName),
  talks: talks.map((talk) => [
    ...[talk.id, talk.title, talk.kind, talk.state, talk.room, talk.track, talk.color],
    ...[talk.startAt, talk.duration, talk.speakers, talk.moderators],
  ]),
})

function Tools() {
  const { bar, scale } = useMessages().office.timetable
  return (
    <div class="planner-tools planner-scripted">
      <div class="planner-state">
        <button type="button" class="planner-conflicts" data-do="conflict" hidden>
          <Icon name="triangle-alert" />
          <span data-conflicts />
        </button>
        <span class="planner-count" data-count>
          {bar.none}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div class="planner-scale" role="group" aria-label={scale.label}>
        <button type="button" data-scale="compact" aria-pressed="true">
          {scale.compact}
        </button>
        <button type="button" data-scale="roomy" aria-pressed="false">
          {scale.roomy}
        </button>
      </div>
      {(['undo', 'redo'] as const).map((step) => (
        <button
          type="button"
          class="planner-icon"
          data-do={step}
          aria-label={bar[step]}
          title={bar[step]}
          disabled
        >
          <Icon name={step} />
        </button>
      ))}
      <button type="button" data-do="discard" disabled>
        {bar.discard}
      </button>
      <button type="button" class="primary" data-do="publish" disabled>
        {bar.publish}
      </button>
    </div>
  )
}

type DaysProps = { timetable: Timetable; day: string; zone: string }

function Days({ timetable: { days }, day: shown }: DaysProps) {
  const { time, office } = useMessages()
  const texts = office.timetable
  return (
    <div class="planner-days">
      <nav aria-label={texts.days} data-days>
        {days.map((day) => (
          <a
            href={`${TIMETABLE}?day=${day}`}
            data-day={day}
            {...(day === shown ? { 'aria-current': 'page' as const } : {})}
          >
            {time.shortDay(Date.parse(`${day}T00:00:00Z`), 'UTC')}
          </a>
        ))}
      </nav>
      <details class="planner-add planner-scripted" data-add-day>
        <summary aria-label={texts.addDay} title={texts.addDay}>
          <Icon name="plus" />
        </summary>
        <form class="field">
          <input type="date" name="day" aria-label={texts.addDay} required />
          <button type="submit">{texts.rooms.confirm}</button>
        </form>
      </details>
    </div>
  )
}

function Board({ timetable: { talks } }: { timetable: Timetable }) {
  const { formats, office } = useMessages()
  const { noRoom, noTalks, list, rooms, title } = office.timetable
  const tracks = [...new Set(talks.flatMap(({ track }) => track ?? []))].sort(formats.compare)
  return (
    <div class="planner-board planner-scripted">
      <section class="planner-list" data-drop="list" aria-labelledby="planner-list">
        <h2 id="planner-list">
          {noRoom} <span class="badge" data-list-count />
        </h2>
        <div class="planner-filters field" data-filters>
          <input type="search" dir="auto" data-search aria-label={list.search} placeholder={list.search} />
          {tracks.length > 0 ? (
            <select data-track aria-label={list.track}>
              <option value="">{list.allTracks}</option>
              {tracks.map((track) => (
                <option value={track}>{track}</option>
              ))}
            </select>
          ) : null}
        </div>
        <div class="planner-cards" data-list />
      </section>
      <section class="planner-frame" aria-label={title} data-frame>
        <div class="planner-grid" data-grid />
        <p class="quiet planner-no-talks">{noTalks}</p>
        <details class="planner-add planner-add-room" data-add-room>
          <summary aria-label={rooms.add} title={rooms.add}>
            <Icon name="plus" />
            <span>{rooms.add}</span>
          </summary>
          <form class="field">
            <input type="text" dir="auto" name="room" maxLength={100} aria-label={rooms.name} required />
            <button type="submit">{rooms.confirm}</button>
          </form>
        </details>
      </section>
      <p class="visually-hidden" role="status" data-said />
      <template data-card>
        <button type="button" class="planner-card">
          <span class="planner-when" />
          <span class="planner-title" dir="auto" />
          <span class="planner-people" dir="auto" />
          <span class="planner-marks" />
          <Icon name="triangle-alert" />
          <span class="planner-edge" />
        </button>
      </template>
    </div>
  )
}
