// The public site of a test platform: its host name, a visitor, and the content of pages.
import { expect } from 'vitest'
import { makeEmailChange } from '../../src/features/access/links/email-changes.ts'
import { invite } from '../../src/features/access/links/invitations.ts'
import { listIdentities } from '../../src/features/access/openid/identities.ts'
import { addIdentityOperation } from '../../src/features/access/openid/openid-sign-in.ts'
import { listSignUps, makeSignUpLink, requestSignUp } from '../../src/features/access/sign-up/sign-up.ts'
import type { SignUpRow } from '../../src/features/access/tables.ts'
import type { UserBody } from '../../src/features/people/schema.ts'
import { userObjects } from '../../src/features/people/store.ts'
import { changeSettings } from '../../src/features/platforms/platforms.ts'
import type { PlatformSettings } from '../../src/features/platforms/schema.ts'
import type { PlatformRow } from '../../src/features/platforms/tables.ts'
import { claimHostsOperation } from '../../src/features/platforms/tenants.ts'
import { proposeOperation } from '../../src/features/proposals/proposals.ts'
import { execute } from '../../src/kernel/changes/commands.ts'
import type { Role } from '../../src/kernel/schema/roles.ts'
import { put, type Tenant, type useApi } from './scenarios.ts'
import { type Account, addAccount, type Page, Visitor } from './visitors.ts'

export type Site = {
  tenant: Tenant
  host: string
  visitor: Visitor
  /** Opens a page that must exist. */
  open(path: string): Promise<Page>
  change(settings: Partial<PlatformSettings>): Promise<unknown>
  /** Creates or updates a talk with `ext:` and its title as identifier, and returns its id. */
  talk(title: string, more?: object): Promise<string>
  sponsor(name: string, more?: object): Promise<string>
}

let sites = 0
let guests = 0
const nextGuest = () => ++guests

/** A test platform with its own host name. */
export async function createSite(server: ReturnType<typeof useApi>): Promise<Site> {
  sites += 1
  const tenant = await server.createTenant()
  const { installation } = tenant.api
  const host = `site-${sites}.example.org`
  await execute(installation, tenant.caller, claimHostsOperation, {
    hosts: [host],
    ownHost: null,
  })
  const visitor = new Visitor(tenant.api, { host })
  const save = async (path: string, body: object) => (await put(tenant, path, body)).id as string
  return {
    tenant,
    host,
    visitor,
    async open(path) {
      const page = await visitor.get(path)
      expect(page.status, page.text).toBe(200)
      return page
    },
    change: (settings) => changeSettings(installation, tenant.caller, settings),
    talk: (title, more = {}) =>
      save(`/talks/ext:${encodeURIComponent(title)}`, {
        title,
        description: '',
        start: '2027-03-01T12:00:00Z',
        speakers: [personNamed('Ada', 'Sample')],
        ...more,
      }),
    sponsor: (name, more = {}) =>
      save(`/sponsors/ext:${encodeURIComponent(name)}`, {
        name,
        logo: 'https://static.example.org/logo.png',
        level: 3,
        ...more,
      }),
  }
}

/** A signed-in user of a site with this role. */
export async function signInAtSite(
  { tenant, host }: Pick<Site, 'tenant' | 'host'>,
  role: Role = 'attendee',
  body: UserBody = {},
): Promise<Visitor & { account: Account }> {
  const account = await addAccount({ installation: tenant.api.installation, platform: tenant }, role, body)
  const visitor = new Visitor(tenant.api, { host })
  const answer = await visitor.signIn(account.email)
  if (answer.status !== 303) throw new Error(`Not signed in: ${answer.status}.`)
  return Object.assign(visitor, { account })
}

/** A person by first and last name, with an e-mail that pages must not show. */
export const personNamed = (firstName: string, lastName: string, more: object = {}) => ({
  email: `unseen.${firstName}.${lastName}@example.org`
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9@.]/g, ''),
  firstName,
  lastName,
  ...more,
})

/** The titles of the talks in a part of a page, in order. */
export const listTitles = (html: string): string[] =>
  [...html.matchAll(/<h3(?: lang="[^"]*")?><a[^>]*>([^<]*)<\/a><\/h3>/g)].map((match) => match[1] ?? '')

/** The section under the heading with this id; '' if there is none. */
export const findSection = (html: string, id: string): string =>
  new RegExp(`<section[^>]* aria-labelledby="${id}".*?</section>`, 's').exec(html)?.[0] ?? ''

/** The text of a page without tags, and without the word joiners that keep parts of a time on one line. */
export const visibleText = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u2060', '')
    .replace(/\s+/g, ' ')

export const cspDirective = (page: Page, name: string): string =>
  new RegExp(`${name} ([^;]*)`).exec(page.headers['content-security-policy'] ?? '')?.[1] ?? ''

/** A sign-up that waits for its e-mail. */
export async function signUpFor(
  { api: { installation }, caller }: Pick<Tenant, 'api' | 'caller'>,
  email = `robin-${nextGuest()}@example.org`,
): Promise<{ id: string; token: string }> {
  const origin = 'https://events.example.org'
  await requestSignUp(installation, caller.platform as PlatformRow, {
    ...{ email, language: null, origin: undefined, address: email },
  })
  const [{ id }] = (await listSignUps(installation, caller, { cursor: undefined })).signUps as [SignUpRow]
  const { url } = await makeSignUpLink(installation, caller, { id, origin })
  return { id, token: url.slice(url.lastIndexOf('/') + 1) }
}

/** The token that confirms a new e-mail. */
export async function confirmationFor(
  { api: { installation }, caller }: Pick<Site['tenant'], 'api' | 'caller'>,
  userId: string,
): Promise<string> {
  const platform = caller.platform as PlatformRow
  const user = await installation.store.read(
    userObjects.find({ platformId: platform.id, by: 'id', value: userId }),
  )
  if (!user) throw new Error('There is no such user.')
  return makeEmailChange(installation, platform, { user, email: 'confirmed@example.org' }).token
}

/** Links an account at a provider to an account, and returns its id. */
export async function identityFor(
  { api: { installation }, caller }: Pick<Tenant, 'api' | 'caller'>,
  { id, email }: Pick<Account, 'id' | 'email'>,
): Promise<string> {
  const person = { issuer: 'https://login.example.org', subject: id, email, isEmailVerified: true }
  await execute(installation, caller, addIdentityOperation, {
    ...{ email, passwordHash: '', language: null },
    registration: { needsReview: true, answers: {}, origin: undefined },
    person: { ...person, firstName: null, lastName: null },
    names: { email, firstName: '', lastName: '' },
    state: { challenge: id, hash: id, until: installation.clock.now() },
  })
  const [identity] = await listIdentities(installation, id)
  return identity?.id ?? ''
}

/** A change to a talk that one of its speakers proposes. */
export async function proposeFor(
  { api: { installation }, caller }: Pick<Tenant, 'api' | 'caller'>,
  { talkId, userId }: { talkId: string; userId: string },
): Promise<string> {
  await changeSettings(installation, caller, { talkEditing: 'approval' })
  const texts = { title: 'A better title', description: 'More about it.' }
  await execute(installation, caller, proposeOperation, { talkId, userId, texts, precondition: {} })
  return talkId
}

/** The token that sets up an account. */
export async function invitationFor({ api, caller }: Pick<Tenant, 'api' | 'caller'>, userId: string) {
  const given = { userId, origin: 'https://localhost', inviter: null }
  return (await invite(api.installation, caller, given)).url.split('/').at(-1) ?? ''
}
