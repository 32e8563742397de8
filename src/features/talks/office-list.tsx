// The list of talks.

import { Icon } from '../../kit/components/icon.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { FromTo } from '../../kit/components/time.tsx'
import { Day } from '../../kit/lists/day.tsx'
import { ALL, type Column, type ListDefinition, type ListView } from '../../kit/lists/list-definition.ts'
import { Names } from '../../kit/lists/names.tsx'
import type { Messages } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { IMPORT, NEW_KEY, PROPOSALS } from '../../kit/office/paths.ts'
import { type FileColumn, plainColumns, timeCell } from '../../kit/pages/table-files.ts'
import type { EventFormat } from '../platforms/schema.ts'
import { talkChecks } from './checks/programme-checks-store.ts'
import type { TalkChoices } from './choices-store.ts'
import { cellEditors, EditableCell } from './editing/office-cells.tsx'
import { MAX_CHECKED } from './limits.ts'
import type { OfficeTalk } from './lists.ts'
import type { TrackColors } from './programme/talk-cards.ts'
import { NO_TYPE, needsVideo, type TalkState, talkKinds, talkStates, talkTypes } from './schema.ts'
import { talkPhase } from './talk-states.ts'

const PATH = '/backoffice/talks'

/** A talk with the number of people who have starred it. */
type StarredTalk = OfficeTalk & { favorites: number }
type ListedTalk = StarredTalk & { isDoubleBooked: boolean }

/** Includes the rooms, tracks, and languages that talks have. */
export const talkFilters = (
  { names, formats, office: { talks: texts } }: Messages,
  choices: TalkChoices,
  format: EventFormat = 'mixed',
) =>
  ({
    when: {
      label: texts.when,
      all: texts.anyTime,
      options: [
        ['upcoming', texts.upcoming],
        ['past', texts.past],
        [ALL, texts.anyTime],
      ],
      isTabs: true,
    },
    state: {
      label: texts.form.state,
      all: texts.allStates,
      options: talkStates.map((state) => [state, names.talkStates[state]] as const),
    },
    kind: {
      label: texts.form.kind,
      all: texts.allKinds,
      options: talkKinds.map((kind) => [kind, names.talkKinds[kind]] as const),
    },
    room: {
      label: texts.form.room,
      all: texts.allRooms,
      options: choices.rooms.map((room) => [room, room] as const),
    },
    track: {
      label: texts.form.track,
      all: texts.allTracks,
      options: choices.tracks.map((track) => [track, track] as const),
    },
    language: {
      label: texts.form.language,
      all: texts.allLanguages,
      options: choices.languages.map((tag) => [tag, formats.languageName(tag)] as const),
    },
    type: {
      label: texts.typeName,
      all: texts.allTypes,
      options: [
        [NO_TYPE, names.onSite] as const,
        ...talkTypes.map((type) => [type, names.talkTypes[type]] as const),
      ],
    },
    needs: {
      label: texts.needs,
      all: texts.needsAnything,
      options: talkChecks
        .filter((check) => format !== 'on_site' || check !== 'video')
        .map((check) => [check, texts.checks[check]] as const),
    },
    mark: {
      label: texts.label,
      all: texts.anyLabel,
      options: [
        ['featured', texts.form.featured],
        ['recommended', texts.form.recommended],
        ['keynote', texts.form.keynote],
      ],
    },
  }) as const

type TalkListOptions = {
  choices: TalkChoices
  colors: TrackColors
  format: EventFormat
  /** The number of changes that wait for a decision. */
  proposals: number
  /** Whether the list shows only talks that need attention. */
  isChecked: boolean
  hasMailer: boolean
}

/** The time zone of its view is the platform's. */
export function talkList(
  messages: Messages,
  { choices, colors, format, proposals, isChecked, hasMailer }: TalkListOptions,
): ListDefinition<ListedTalk> {
  const { office, time } = messages
  const { talks: texts, lists, imports } = office
  return {
    path: PATH,
    title: texts.title,
    count: (count) => lists.counts.talks({ count }),
    searchHint: texts.searchHint,
    create: { href: `${PATH}/new`, text: texts.form.new },
    isRestorable: true,
    ...(proposals > 0
      ? { review: { href: PROPOSALS, text: office.proposals.waiting({ count: proposals }) } }
      : {}),
    bulkPages: {
      idOf: ({ id }) => id,
      nameOf: ({ title }) => title,
      actions: [
        { path: `${PATH}/edit`, text: lists.editRows, icon: 'pencil' },
        { path: `${PATH}.csv`, text: lists.exportRows, icon: 'download' },
      ],
    },
    import: { href: IMPORT, text: imports.title },
    note: ({ now, zone }) =>
      [
        office.dashboard.programme.timesIn({ zone: time.zone(now, zone) }),
        ...(isChecked ? [texts.checked({ count: MAX_CHECKED })] : []),
      ].join(' '),
    filters: talkFilters(messages, choices, format),
    cellEditors: { script: 'talk-cells.js', Editors: cellEditors(choices, { hasMailer }) },
    columns: talkColumns(messages, colors),
    empty: {
      title: texts.noTalks,
      advice: texts.noTalksAdvice({
        add: (text) => <a href={`${PATH}/new`}>{text}</a>,
        createKey: (text) => <a href={NEW_KEY}>{text}</a>,
      }),
      noMatches: texts.noMatches,
    },
  }
}

function talkColumns(messages: Messages, colors: TrackColors): Column<ListedTalk>[] {
  const { office, formats, names } = messages
  const { talks: texts, lists } = office
  return [
    {
      name: texts.form.title,
      sort: { by: 'title', labels: lists.alphabetical },
      isRowHeader: true,
      cell: (talk, view) => <TitleCell talk={talk} view={view} />,
    },
    {
      key: 'time',
      name: texts.time,
      sort: { by: 'start', labels: lists.byTime },
      isPlain: true,
      isWide: true,
      cell: (talk, view) => (
        <EditableCell talk={talk} name="start" label={texts.form.start} view={view}>
          <TimeCell talk={talk} view={view} />
        </EditableCell>
      ),
    },
    ...(['room', 'track'] as const).map(
      (key): Column<ListedTalk> => ({
        key,
        name: texts.form[key],
        isPlain: true,
        ...(key === 'track' ? { onPhone: 'hidden', isMinor: true } : {}),
        cell: (talk, view) => (
          <EditableCell talk={talk} name={key} label={texts.form[key]} view={view}>
            {talk[key] && (
              <bdi {...(key === 'track' ? { class: `dot track-${colors.get(talk[key])}` } : {})}>
                {talk[key]}
              </bdi>
            )}
          </EditableCell>
        ),
      }),
    ),
    {
      key: 'speakers',
      name: texts.speakers,
      isPlain: true,
      onPhone: 'hidden',
      cell: ({ speakers }) => <Names of={speakers} />,
    },
    {
      key: 'state',
      name: texts.form.state,
      isPlain: true,
      onPhone: 'at-end',
      // Without drafts and canceled talks, it says nothing.
      sameBy: ({ id, state }) => (state === 'published' ? state : id),
      cell: (talk, view) => (
        <EditableCell talk={talk} name="state" label={texts.form.state} view={view}>
          <StateCell state={talk.state} />
        </EditableCell>
      ),
    },
    {
      key: 'language',
      name: texts.form.language,
      isExtra: true,
      isPlain: true,
      cell: ({ language }) => language && formats.languageName(language),
    },
    {
      key: 'type',
      name: texts.typeName,
      isExtra: true,
      isPlain: true,
      cell: (talk) => <TypeCell talk={talk} />,
    },
    {
      key: 'labels',
      name: texts.label,
      isExtra: true,
      isPlain: true,
      cell: ({ featured, recommended }) =>
        [featured ? texts.form.featured : '', recommended ? texts.form.recommended : '']
          .filter(Boolean)
          .join(' · ') || null,
    },
    {
      key: 'kind',
      name: texts.form.kind,
      isExtra: true,
      isPlain: true,
      cell: ({ kind }) => names.talkKinds[kind],
    },
    {
      key: 'favorites',
      name: texts.favorites,
      sort: { by: 'stars', labels: lists.numerical, startsDescending: true },
      sameBy: ({ favorites }) => favorites,
      cell: ({ favorites }) => formats.number(favorites),
    },
    {
      key: 'updated',
      name: texts.updated,
      sort: { by: 'updated', labels: lists.byAge, startsDescending: true },
      isExtra: true,
      cell: ({ updatedAt }, { zone }) => <Day at={updatedAt} zone={zone} />,
    },
  ]
}

/** Times are in the time zone of the talk. */
export const talkFile: readonly FileColumn<StarredTalk>[] = [
  ...plainColumns('id', 'externalId', 'kind', 'state', 'title', 'description', 'details'),
  ['start', ({ startAt, timezone }, zone) => timeCell(startAt, timezone ?? zone)],
  ['end', (talk, zone) => timeCell(endOf(talk), talk.timezone ?? zone)],
  ...plainColumns('duration', 'timezone', 'room', 'track', 'language'),
  ['speakers.name', ({ speakers }) => speakers.map(displayName)],
  ['speakers.email', ({ speakers }) => speakers.map(({ email }) => email)],
  ['moderators.name', ({ moderators }) => moderators.map(displayName)],
  ['moderators.email', ({ moderators }) => moderators.map(({ email }) => email)],
  ...plainColumns('tags', 'hiddenTags', 'type', 'video', 'image'),
  ...plainColumns('featured', 'recommended', 'keynote', 'available', 'favorites'),
  ['createdAt', ({ createdAt }, zone) => timeCell(createdAt, zone)],
  ['updatedAt', ({ updatedAt }, zone) => timeCell(updatedAt, zone)],
]

const endOf = ({ startAt, duration }: StarredTalk): number => startAt + duration * 60_000

type TalkProps = { talk: ListedTalk; view: ListView }

function TitleCell({ talk, view: { now } }: TalkProps) {
  const { names, office } = useMessages()
  const { live, form, checks } = office.talks
  // A recording only matters after the end.
  const phase = talkPhase({ ...talk, endAt: endOf(talk), recordedAt: null }, now)
  const isLive = talk.state === 'published' && phase === 'live'
  return (
    <span class="with-marks">
      <a dir="auto" class="row-link" href={`${PATH}/${talk.id}`}>
        {talk.title}
      </a>
      {talk.kind === 'break' ? <span class="badge">{names.talkKinds.break}</span> : null}
      {talk.isDoubleBooked ? <span class="badge warning">{checks.conflict}</span> : null}
      {isLive ? <span class="badge live dot">{live}</span> : null}
      {talk.keynote ? <span class="badge accent">{form.keynote}</span> : null}
    </span>
  )
}

const stateClasses: Record<TalkState, string | null> = {
  draft: 'badge warning',
  published: null,
  cancelled: 'badge danger',
}

function StateCell({ state }: { state: TalkState }) {
  const { talkStates: texts } = useMessages().names
  const badge = stateClasses[state]
  return <span {...(badge === null ? {} : { class: badge })}>{texts[state]}</span>
}

function TimeCell({ talk, view }: TalkProps) {
  const { time } = useMessages()
  const { startAt, timezone } = talk
  const startIn = (zone: string) => `${time.shortDay(startAt, zone)} · ${time.clock(startAt, zone)}`
  const isElsewhere = timezone !== null && startIn(timezone) !== startIn(view.zone)
  const there = isElsewhere ? `${startIn(timezone)} ${time.zone(startAt, timezone)}` : undefined
  return (
    <span class="nowrap" title={there}>
      {time.shortDay(startAt, view.zone)} · <FromTo start={startAt} end={endOf(talk)} zone={view.zone} />
      {there === undefined ? null : (
        <>
          {' '}
          <Icon name="globe" />
          <span class="visually-hidden">{there}</span>
        </>
      )}
    </span>
  )
}

function TypeCell({ talk: { kind, type, video } }: { talk: ListedTalk }) {
  const { names, office } = useMessages()
  if (kind === 'break' && video === null) return null
  return (
    <>
      {type === null ? names.onSite : names.talkTypes[type]}
      {needsVideo(type) && video === null ? (
        <>
          {' '}
          <span class="badge warning">{office.talks.form.noVideo}</span>
        </>
      ) : null}
    </>
  )
}
