// The talks of the platform as the API lists and takes them, and whether one already is what a push would send.

import { canonicalEmail } from '../../lib/email.ts'
import { type ApiClient, asList, describeReply } from './client.ts'
import { PushFailure } from './failure.ts'
import type { TalkBody } from './plan.ts'

/** What a push reads of a listed talk. */
export type RemoteTalk = {
  externalId: string | null
  title: string
  description: string
  speakers: { email: string }[]
  start: string
  timezone: string | null
  duration: number
  track: string | null
  tags: string[]
  hiddenTags: string[]
  links: { label: string; url: string }[]
  image: string | null
}

export type Account = { email: string; password?: string }

export type PutResult =
  | { status: 'created' | 'updated'; accounts: Account[]; warnings: string[] }
  | { status: 'refused'; reason: string }

/** All talks of the key's platform that carry an external identifier, by that identifier. */
export async function listTalks(client: ApiClient): Promise<Map<string, RemoteTalk>> {
  const talks = new Map<string, RemoteTalk>()
  let cursor: string | null = null
  do {
    const page: TalkPage = await readPage(client, cursor)
    for (const talk of page.items) if (talk.externalId !== null) talks.set(talk.externalId, talk)
    if (page.next !== null && page.next === cursor) throw new PushFailure('The list of talks does not end.')
    cursor = page.next
  } while (cursor !== null)
  return talks
}

type TalkPage = { items: RemoteTalk[]; next: string | null }

async function readPage(client: ApiClient, cursor: string | null): Promise<TalkPage> {
  const query = new URLSearchParams({ limit: '200', ...(cursor === null ? {} : { cursor }) })
  const reply = await client.send('GET', `/talks?${query}`)
  const { items, next } = reply.body
  if (reply.status !== 200 || !Array.isArray(items)) {
    throw new PushFailure(`The list of talks cannot be read: ${describeReply(reply)}`)
  }
  return { items: asList<RemoteTalk>(items), next: typeof next === 'string' ? next : null }
}

/**
 * PUT by external identifier: 201 created, 200 updated. `null` members stay out of a creation, where there is
 * nothing to clear yet.
 */
export async function putTalk(
  client: ApiClient,
  request: { externalId: string; body: TalkBody; isNew: boolean },
): Promise<PutResult> {
  const { track, ...rest } = request.body
  const body = request.isNew && track === null ? rest : request.body
  const reply = await client.send('PUT', `/talks/${encodeURIComponent(`ext:${request.externalId}`)}`, body)
  if (reply.status !== 200 && reply.status !== 201) return { status: 'refused', reason: describeReply(reply) }
  // A repeated request may find what its lost forerunner made.
  const isCreated = reply.status === 201 || (request.isNew && reply.attempts > 1)
  return {
    status: isCreated ? 'created' : 'updated',
    accounts: asList<Account>(reply.body.speakers),
    warnings: asList<{ message: string }>(reply.body.warnings).map(({ message }) => message),
  }
}

/** Whether sending the body would change nothing: times as instants, people by e-mail in order, tags as sets. */
export function isUnchanged(remote: RemoteTalk, body: TalkBody): boolean {
  return (
    remote.title === body.title &&
    remote.description === body.description &&
    Date.parse(remote.start) === Date.parse(body.start) &&
    canonicalTimeZone(remote.timezone) === canonicalTimeZone(body.timezone) &&
    remote.duration === body.duration &&
    remote.track === body.track &&
    (body.image === undefined || remote.image === body.image) &&
    isSameList(remote.speakers.map(emailKey), body.speakers.map(emailKey)) &&
    isSameList(tagKeys(remote.tags), tagKeys(body.tags)) &&
    isSameList(tagKeys(remote.hiddenTags), tagKeys(body.hiddenTags)) &&
    isSameList(remote.links.map(linkKey), body.links.map(linkKey))
  )
}

const emailKey = ({ email }: { email: string }): string => canonicalEmail(email)
const tagKeys = (tags: string[]): string[] => tags.map((tag) => tag.toLowerCase()).sort()
const linkKey = ({ label, url }: { label: string; url: string }): string =>
  `${label}\n${URL.parse(url)?.href}`

const isSameList = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** Aliases of a zone (Europe/Kiev, Europe/Kyiv) are one; a name unknown here stands for itself. */
function canonicalTimeZone(name: string | null): string | null {
  if (name === null) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return name
  }
}
