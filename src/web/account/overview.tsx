// The first page of an account: who one is here, what one belongs to, and one's data.

import type { FastifyPluginAsync } from 'fastify'
import type { VNode } from 'preact'
import { type OwnMemberships, readOwnMemberships } from '../../domain/people/own-account.ts'
import type { UserRow } from '../../store/sql/tables.ts'
import { Avatar, displayName } from '../components/person.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import { callerOf, zoneOf } from '../pages/visit.ts'
import type { WebOptions } from '../website.ts'
import { Done, sendAccountPage } from './account-layout.tsx'

export const overviewRoutes: FastifyPluginAsync<WebOptions> = async (account, { services }) => {
  account.get('', { config: { operation: 'accountPage' } }, async (request, reply) => {
    const { user } = callerOf(request)
    const parts = await readOwnMemberships(services, user)
    return sendAccountPage(request, reply, 'Account', () => (
      <>
        <Done request={request} messages={done} />
        <Who user={user} />
        <Standing user={user} />
        <Parts parts={parts} zone={zoneOf(request.visit)} />
        <OwnData />
      </>
    ))
  })
}

const done = { password: 'Your password is changed. Every other device is signed out.' }

function Who({ user }: { user: UserRow }) {
  const work = [user.job, user.company].filter(Boolean).join(', ')
  return (
    <div class="who">
      <Avatar person={user} isLarge />
      <div>
        <p class="who-name">{displayName(user)}</p>
        {work ? <p>{work}</p> : null}
        <p class="quiet">
          {user.email} · {user.username}
        </p>
        <p>
          <span class="badge">{user.role}</span>
        </p>
      </div>
    </div>
  )
}

function Standing({ user }: { user: UserRow }) {
  if (user.registrationStatus !== 'in_review') return null
  return (
    <div class="notice warn">
      <p>Your registration waits for an organiser to look at it.</p>
    </div>
  )
}

function Parts({ parts: { talks, sponsors }, zone }: { parts: OwnMemberships; zone: string }) {
  const { time } = useMessages()
  return (
    <>
      <PartList title="Your talks">
        {talks.map(({ talk, kind }) => (
          <li>
            <a href={`/talks/${talk.id}`}>{talk.title}</a>
            <span class="quiet">
              {time.day(talk.startAt, zone)}, {time.clock(talk.startAt, zone)} {time.zone(talk.startAt, zone)}
            </span>
            <span class="badge">{kind}</span>
          </li>
        ))}
      </PartList>
      <PartList title="Your sponsors">
        {sponsors.map(({ id, name, hasPage }) => (
          <li>{hasPage ? <a href={`/sponsors/${id}`}>{name}</a> : name}</li>
        ))}
      </PartList>
    </>
  )
}

function PartList({ title, children }: { title: string; children: VNode[] }) {
  if (children.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul class="part-list">{children}</ul>
    </>
  )
}

function OwnData() {
  return (
    <section class="own-data" aria-labelledby="own-data">
      <h2 id="own-data">Your data</h2>
      <p>
        Everything that is kept about you, as one JSON file: your account, your talks and sponsors, your
        sessions, and every change of your account.
      </p>
      <div class="actions">
        <a class="button" href="/account/export" download>
          Download your data
        </a>
        <a class="button danger" href="/account/delete">
          Delete your account
        </a>
      </div>
    </section>
  )
}
