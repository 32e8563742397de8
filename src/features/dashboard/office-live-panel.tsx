// The panel at the top of the dashboard with the talks that are live, which links to their pages.
import { DOT, Joined } from '../../kit/components/joined.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { Dashboard } from './dashboard.ts'
import { LIVE_AND_UPCOMING } from './office-programme-panel.tsx'

type Props = {
  dashboard: Dashboard
  zone: string
  /** What other features say about live talks, by id. */
  figures: readonly ReadonlyMap<string, string>[]
}

export function LiveNow({ dashboard: { live, liveCount }, zone, figures }: Props) {
  const { formats, office, time } = useMessages()
  const { live: texts, programme } = office.dashboard
  const more = liveCount - live.length
  if (live.length === 0) return null
  return (
    <section class="panel live-now">
      <h2>
        {texts.title} {liveCount > 1 ? <span class="badge">{formats.number(liveCount)}</span> : null}
      </h2>
      <ul class="rows">
        {live.map(({ id, title, room, endAt }) => (
          <li>
            <span>
              <a dir="auto" class="row-link" href={`/backoffice/talks/${id}`}>
                {title}
              </a>
              <span class="quiet line">
                <Joined
                  texts={[
                    room,
                    programme.until({ time: time.clock(endAt, zone) }),
                    ...figures.map((byTalk) => byTalk.get(id) ?? null),
                  ]}
                  by={DOT}
                />
              </span>
            </span>
            <a class="button" href={`/talks/${id}`} aria-label={texts.openNamed({ talk: title })}>
              {texts.open}
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p class="panel-foot">
          <a href={LIVE_AND_UPCOMING}>{texts.more({ count: more })}</a>
        </p>
      ) : null}
    </section>
  )
}
