// The points and credits of a person, on the profile and in the own account.
import type { FastifyRequest } from 'fastify'
import type { Services } from '../../kernel/changes/services.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { callerOf, zoneOf } from '../../kit/pages/visit.ts'
import type { AccountSection, PersonPart } from '../people/page-person-parts.ts'
import { CreditEntries, PointEntries } from './page-ledger-lists.tsx'
import { readShownPoints, readStanding, saveListed } from './points.ts'
import { type Ledgers, readLedgers } from './read-ledgers.ts'

export const rewardsPersonPart: PersonPart = {
  async readFact(services, visit, personId) {
    const points = await readShownPoints(services, visit, personId)
    return points > 0 ? <Points count={points} /> : null
  },
  readSection,
  privacyChoice: {
    name: 'ranked',
    texts: ({ ledgers: { privacy } }) => ({ label: privacy.listed, hint: privacy.listedHint }),
    read: async (services, { platform, user }) =>
      (await readStanding(services, platform, user.id))?.isListed ?? null,
    save: saveListed,
  },
}

function Points({ count }: { count: number }) {
  const { ledgers } = useMessages()
  return (
    <p>
      <a href="/leaderboard">{ledgers.points({ count })}</a>
    </p>
  )
}

async function readSection(services: Services, request: FastifyRequest): Promise<AccountSection | null> {
  const { platform, user } = callerOf(request)
  const ledgers = await readLedgers(services, platform, user.id)
  // Without entries, people learn nothing from a zero.
  const points = ledgers.points && ledgers.points.entries.length > 0 ? ledgers.points : null
  if (!points && !ledgers.credits) return null
  return {
    content: <OwnLedgers ledgers={{ ...ledgers, points }} zone={zoneOf(request.visit)} />,
    styles: ['ledgers.css'],
  }
}

function OwnLedgers({ ledgers, zone }: { ledgers: Ledgers; zone: string }) {
  const { ledgers: texts } = useMessages()
  const { points, credits } = ledgers
  return (
    <>
      {credits ? (
        <section aria-labelledby="credits">
          <h2 id="credits">{texts.credits({ count: credits.balance })}</h2>
          <CreditEntries ledgers={ledgers} zone={zone} />
        </section>
      ) : null}
      {points ? (
        <section aria-labelledby="points">
          <h2 id="points">{texts.points({ count: points.points })}</h2>
          <p>
            {points.points > 0 ? `${texts.account.rank({ rank: points.rank })} · ` : null}
            <a href="/leaderboard">{texts.account.leaderboard}</a>
          </p>
          <PointEntries ledgers={ledgers} zone={zone} />
        </section>
      ) : null}
    </>
  )
}
