// The talks with the most stars on the dashboard.
import type { ReadDashboard } from '../../kit/office/dashboard.ts'
import { mostStarredTalks } from './store.ts'

export const readDashboard: ReadDashboard = async (
  { store },
  { platform: { id: platformId } },
  { messages },
) => {
  const { overview: texts } = messages.office.dashboard
  const talks = await store.read(mostStarredTalks({ platformId }))
  const content = (
    <ul class="rows">
      {talks.map(({ id, title, count }) => (
        <li>
          <a dir="auto" href={`/backoffice/talks/${id}`}>
            {title}
          </a>
          <span class="quiet">{texts.stars({ count })}</span>
        </li>
      ))}
    </ul>
  )
  return talks.length === 0 ? {} : { panels: [{ title: texts.favorites, content }] }
}
