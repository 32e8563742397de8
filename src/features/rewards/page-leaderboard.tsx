// The people with the most points, for all signed-in people who may watch talks.
import type { FastifyPluginAsync } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { Avatar, displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Layout } from '../../kit/pages/layout.tsx'
import { sendPrivatePage } from '../../kit/pages/render.tsx'
import { callerOf, messagesOf, requireUser } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { SHOWN_PEOPLE } from './limits.ts'
import { maySeePoints, readLeaderboard } from './points.ts'
import type { Leader } from './points-schema.ts'
import { readLedgers } from './read-ledgers.ts'

const PATH = '/leaderboard'

export const leaderboardRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.addHook('onRequest', requireUser)

  site.get(PATH, { config: { operation: 'leaderboardPage' } }, async (request, reply) => {
    const { platform, user } = callerOf(request)
    if (!maySeePoints(platform, user)) throw new Refusal('watching_restricted')
    const { items } = await readLeaderboard(services, platform, { limit: SHOWN_PEOPLE })
    const { points } = await readLedgers(services, platform, user.id)
    const { leaderboard: texts } = messagesOf(request).ledgers
    return sendPrivatePage(reply, (nonce) => (
      <Layout
        visit={request.visit}
        title={texts.title}
        path={PATH}
        sheet="site.css"
        styles={['ledgers.css']}
        nonce={nonce}
      >
        <h1>{texts.title}</h1>
        <p>
          {texts.own({ count: points?.points ?? 0 })} {points?.isListed ? null : texts.notListed}{' '}
          <a href="/account/privacy">{texts.change}</a>
        </p>
        {items.length === 0 ? (
          <p class="notice">{texts.empty}</p>
        ) : (
          <Leaders items={items} userId={user.id} />
        )}
      </Layout>
    ))
  })
}

function Leaders({ items, userId }: { items: readonly Leader[]; userId: string }) {
  const { formats, ledgers } = useMessages()
  const { leaderboard: texts } = ledgers
  return (
    <div class="table-frame">
      <table class="leaderboard">
        <thead>
          <tr>
            <th scope="col">{texts.rank}</th>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.points}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ rank, points, user }) => (
            <tr {...(user.id === userId ? { class: 'own' } : {})}>
              <td>{formats.number(rank)}</td>
              <td>
                <span class="leader">
                  <Avatar person={user} />
                  <span>
                    <bdi>{displayName(user)}</bdi>{' '}
                    {user.id === userId ? <span class="badge">{texts.you}</span> : null}
                  </span>
                </span>
              </td>
              <td class="leader-points">{formats.number(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
