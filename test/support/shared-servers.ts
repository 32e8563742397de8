// The servers that all files of a worker share, because starting one costs more than most tests.
import { inject } from 'vitest'
import type { PlatformSettings } from '../../src/features/platforms/schema.ts'
import { claimHostsOperation } from '../../src/features/platforms/tenants.ts'
import { execute } from '../../src/kernel/changes/commands.ts'
import { JoblessClock, openApi, type Send, type TestApi, type TestNode, type TestPlatform } from './api.ts'
import { decodeQuotedPrintable, type MailServer, startMailServer } from './smtp.ts'
import type { StoreKind } from './stores.ts'
import { ALLOW_LOOPBACK } from './webhooks.ts'

export type SharedOptions = {
  store?: StoreKind
  /**
   * Keeps jobs from repeating, for tests that compare the content of the store or count reads. Only requests touch the
   * store then.
   */
  isJobless?: boolean
}

const ENV = {
  ...ALLOW_LOOPBACK,
  LECTERN_TRUSTED_PROXIES: '127.0.0.1, 2001:db8:ffff::/48',
}

const servers = new Map<string, Promise<TestApi>>()
let mailed: Promise<{ server: TestApi; mail: MailServer }> | undefined
let platforms = 0

export function shareApi({ store = inject('store'), isJobless = false }: SharedOptions): Promise<TestApi> {
  const name = `${store}${isJobless ? ' without jobs' : ''}`
  const api =
    servers.get(name) ?? openApi({ store, env: ENV, ...(isJobless ? { clock: new JoblessClock() } : {}) })
  servers.set(name, api)
  return api
}

/**
 * Like `startPlatform`, on a server that sends e-mail. `linksTo` finds the links in the e-mails to an address, whose
 * paths start with `path`, as paths of the site.
 */
export async function startMailedPlatform(
  settings: Partial<PlatformSettings> = {},
): Promise<{ api: TestApi; mail: MailServer; linksTo: (email: string, path: string) => string[] }> {
  mailed ??= openMailed()
  const { server, mail } = await mailed
  server.clock.reset()
  const api = await addSite(server, settings)
  const linksTo = (email: string, path: string) =>
    mail.emails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ content }) => {
        const start = decodeQuotedPrintable(content).split(`${api.url}${path}`)[1]
        return start === undefined ? [] : [`${path}${/^[\w-]*/.exec(start)?.[0]}`]
      })
  return { api, mail, linksTo }
}

async function openMailed() {
  const mail = await startMailServer()
  const env = { ...ENV, LECTERN_SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'events@example.org' }
  return { server: await openApi({ store: 'sqlite', env }), mail }
}

/** A new platform of a server, with its own keys. */
export function addOwnPlatform(
  api: TestApi,
  settings: Partial<PlatformSettings> = {},
): Promise<TestPlatform> {
  platforms += 1
  return api.addPlatform(`own-${platforms}`, settings)
}

/** A platform of a shared server that looks like a server of its own. The clock starts over. */
export async function startPlatform({
  settings,
  ...shared
}: SharedOptions & { settings?: Partial<PlatformSettings> } = {}): Promise<TestApi> {
  const api = await shareApi(shared)
  api.clock.reset()
  return addSite(api, settings)
}

/**
 * Another platform of the same server. Its host name leads to it but has no address, so requests go through `sendTo`.
 */
export async function addSite(api: TestApi, settings: Partial<PlatformSettings> = {}): Promise<TestApi> {
  const platform = await addOwnPlatform(api, settings)
  const host = `${platform.caller.platform.id}.example.org`
  const claim = { hosts: [host], ownHost: null }
  await execute(api.installation, platform.caller, claimHostsOperation, claim)
  const lead =
    (send: Send): Send =>
    (method, path, { headers, ...sending } = {}) =>
      send(method, path, { key: platform.standard, ...sending, headers: { host, ...headers } })
  const asSite = <Node extends TestNode>(node: Node): Node => {
    const url = new URL(node.url)
    url.hostname = host
    return { ...node, url: url.origin, send: lead(node.send), sendTo: lead(node.sendTo) }
  }
  return { ...asSite(api), platform, addNode: async () => asSite(await api.addNode()) }
}
