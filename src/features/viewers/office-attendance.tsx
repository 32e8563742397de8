// The attendance of a talk in the Back Office: figures, the number of viewers over time, people, and a file with
// everyone.
import type { FastifyPluginAsync } from 'fastify'
import { Empty } from '../../kit/components/empty.tsx'
import { ExportMenu } from '../../kit/components/export-menu.tsx'
import { DataTable } from '../../kit/lists/data-table.tsx'
import type { ListView } from '../../kit/lists/list-definition.ts'
import { SectionHead } from '../../kit/lists/list-page.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { CountChart } from '../../kit/office/count-chart.tsx'
import { ObjectHead } from '../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { type FileColumn, tableFileRoutes, timeCell } from '../../kit/pages/table-files.ts'
import { callerOf, messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { type AttendanceReport, allAttendance, readAttendanceReport } from './attendance-report.ts'
import type { PersonAttendance } from './attendance-store.ts'
import { watchedTime } from './read-attendance.ts'

type Ids = { Params: { id: string } }

export const attendanceRoutes: FastifyPluginAsync<WebOptions> = async (office, { services }) => {
  office.get<Ids>(
    '/talks/:id/attendance',
    { config: { operation: 'attendancePage' } },
    async (request, reply) => {
      const zone = zoneOf(request.visit)
      const report = await readAttendanceReport(services, callerOf(request), { id: request.params.id, zone })
      const { title } = messagesOf(request).office.attendance
      const view = { zone, now: services.clock.now() }
      return sendOfficePage(request, reply, { title: title({ talk: report.talk.title }) }, () => (
        <AttendancePage report={report} view={view} />
      ))
    },
  )

  tableFileRoutes(
    office,
    services,
    { path: '/talks/:id/attendance', operation: 'exportAttendance' },
    async (request) => ({
      name: `attendance-${request.params.id}`,
      columns: attendanceFile,
      pages: await allAttendance(services, callerOf(request), request.params.id),
    }),
  )
}

type PageProps = { report: AttendanceReport; view: ListView }

function AttendancePage({ report, view }: PageProps) {
  const { office, time } = useMessages()
  const texts = office.attendance
  const { talk, live, replay, people } = report
  const hasLive = live.some(({ count }) => count > 0)
  const mostOf = (points: typeof live) => Math.max(...points.map(({ count }) => count))
  const isWatched = hasLive || replay.length > 0
  return (
    <>
      <ObjectHead area="talks" id={talk.id} title={talk.title} current="attendance" />
      {isWatched ? <Figures report={report} /> : <Empty>{texts.none}</Empty>}
      {hasLive ? (
        <section class="panel" aria-labelledby="live-viewers">
          <h2 id="live-viewers">{texts.live}</h2>
          <CountChart
            points={live}
            summary={texts.liveSummary({ most: mostOf(live) })}
            column={texts.time({ zone: time.zone(talk.startAt, view.zone) })}
            measure={texts.viewers}
            label={(at) => time.clock(at, view.zone)}
          />
        </section>
      ) : null}
      {replay.length > 0 ? (
        <section class="panel" aria-labelledby="replay-viewers">
          <h2 id="replay-viewers">{texts.replay}</h2>
          <CountChart
            points={replay}
            summary={texts.replaySummary({ most: mostOf(replay) })}
            column={texts.day}
            measure={texts.viewers}
            label={(at) => time.shortDay(at, view.zone)}
          />
        </section>
      ) : null}
      {people.length > 0 ? <People people={people} talkId={talk.id} view={view} /> : null}
    </>
  )
}

function Figures({ report: { totals, live } }: { report: AttendanceReport }) {
  const { formats, office } = useMessages()
  const { figures: texts, minutes: minutesText } = office.attendance
  const { live: watchedLive, replay } = totals
  const viewers = watchedLive.people + watchedLive.visitors
  const minutes = viewers === 0 ? 0 : Math.round(watchedLive.seconds / viewers / 60)
  const figures = [
    [formats.number(watchedLive.people), texts.live({ count: watchedLive.people })],
    [formats.number(watchedLive.visitors), texts.visitors({ count: watchedLive.visitors })],
    [formats.number(Math.max(...live.map((point) => point.count))), texts.most],
    [minutesText({ minutes }), texts.average],
    [
      formats.number(replay.people + replay.visitors),
      texts.replay({ count: replay.people + replay.visitors }),
    ],
  ]
  return (
    <dl class="attendance-figures">
      {figures.map(([figure, label]) => (
        <div>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function People({ people, talkId, view }: { people: PersonAttendance[]; talkId: string; view: ListView }) {
  const texts = useMessages().office.attendance
  const watched = (ms: number) => texts.minutes({ minutes: Math.round(ms / 60_000) })
  return (
    <section aria-labelledby="attendance-people">
      <SectionHead id="attendance-people" title={texts.people}>
        <ExportMenu href={(format) => `/backoffice/talks/${talkId}/attendance.${format}`} />
      </SectionHead>
      <p class="quiet">{texts.peopleHint}</p>
      <DataTable
        caption={texts.people}
        columns={[
          {
            name: texts.email,
            isRowHeader: true,
            cell: ({ userId, email }) => <a href={`/backoffice/users/${userId}`}>{email}</a>,
          },
          {
            name: texts.name,
            cell: ({ firstName, lastName }) => <bdi>{[firstName, lastName].filter(Boolean).join(' ')}</bdi>,
          },
          { name: texts.live, cell: ({ liveMs }) => watched(liveMs) },
          { name: texts.replay, cell: ({ replayMs }) => watched(replayMs) },
        ]}
        rows={people}
        view={view}
        empty={null}
      />
    </section>
  )
}

const attendanceFile: readonly FileColumn<PersonAttendance>[] = [
  ['userId', ({ userId }) => userId],
  ['email', ({ email }) => email],
  ['firstName', ({ firstName }) => firstName],
  ['lastName', ({ lastName }) => lastName],
  ['liveSeconds', (row) => watchedTime(row, 'live').seconds],
  ['replaySeconds', (row) => watchedTime(row, 'replay').seconds],
  ['firstWatchedAt', ({ intervals }, zone) => timeCell(intervals[0]?.start, zone)],
  ['lastWatchedAt', ({ intervals }, zone) => timeCell(intervals.at(-1)?.end, zone)],
  ['completedAt', ({ completedAt }, zone) => timeCell(completedAt, zone)],
]
