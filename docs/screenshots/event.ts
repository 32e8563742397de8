// The demo on its first day at 12:07, after a day of requests. The server runs in this process, because its clock is set.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const NOW = Date.parse('2027-05-20T12:07:00+02:00')
const DAY_MS = 86_400_000
const PASSWORD = 'Seven violet kettles sing 42!'

// The hook for .tsx has to be there before the modules are loaded.
await import('../../scripts/dev/load-source.ts')
const { createApp } = await import('../../src/app/app.ts')
const { readConfig } = await import('../../src/config.ts')
const { openInstallation } = await import('../../src/app/context.ts')
const { seedDemo } = await import('../../src/demo/demo.ts')
const { systemClock } = await import('../../src/kernel/lib/time/clock.ts')
const { createApiKey } = await import('../../src/features/api-keys/api-keys.ts')
const links = await import('../../src/features/access/links/reset-links.ts')
const platforms = await import('../../src/features/platforms/platforms.ts')
const services = await import('../../src/kernel/changes/services.ts')
const { listUsers } = await import('../../src/features/people/read-users.ts')
const { loadCertificate } = await import('../../src/kernel/http/server/certificate.ts')
const { listen } = await import('../../src/kernel/http/server/listen.ts')

export type Ask = (method: string, path: string, body?: object) => Promise<Answer>
type Answer = { status: number; id: string; items: Item[]; requestId: string }
export type Item = {
  id: string
  type: string
  start: string
  keynote: boolean
  hasPage: boolean
  role: string
}
export type Event = AsyncDisposable & {
  url: string
  owner: { email: string; password: string }
  ask: Ask
}

/** Takes a while: everybody's password is hashed. */
export async function startEvent(): Promise<Event> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-screenshots-'))
  const clock = { ...systemClock, time: NOW, now: () => clock.time, monotonic: () => clock.time }
  const { config, secrets } = readConfig({
    ...{ LECTERN_PORT: '0', LECTERN_HOST: '127.0.0.1', LECTERN_DATA_DIR: folder },
    LECTERN_LOG_LEVEL: 'silent',
  })
  const installation = await openInstallation(config, secrets, { clock })
  const platform = await platforms.ensurePlatform(installation, { slug: 'default', name: 'Lectern' })
  const access = await seedDemo(installation, platform)
  if (!access) throw new Error('The store was not empty.')
  const caller = services.systemCaller(platform)
  await platforms.changeSettings(installation, caller, {
    ...{ name: 'Handiwork Days', venue: 'The old ferry hall, Ghent', accent: '#0a7d55', hasSignUp: true },
  })
  await choosePassword(access.owner.email)
  const desk = await createApiKey(installation, caller, {
    ...{ name: 'Registration desk', level: 'standard' },
    ...{ expiresAt: NOW + 5 * DAY_MS, allowedAddresses: ['127.0.0.0/8', '192.0.2.0/24'] },
  })
  const certificate = await loadCertificate(config)
  const app = await createApp({ config, secrets, installation, certificate })
  const { url } = await listen(app)
  const agent = new Agent({ keepAlive: true, ca: certificate.cert })
  const ask: Ask = (method, path, body) => send({ url, agent, key: access.apiKey, method, path, body })
  await passDay(ask, (method, path, body) => send({ url, agent, key: desk.key, method, path, body }))
  return {
    url,
    owner: { email: access.owner.email, password: PASSWORD },
    ask,
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await app.close()
      await installation[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }

  async function choosePassword(email: string): Promise<void> {
    const { items } = await listUsers(installation, caller, { email, limit: 1 })
    const [user] = items
    if (!user) throw new Error('There is no owner.')
    const { token } = await links.makeResetLink(installation, caller, { userId: user.id })
    await links.resetPassword(installation, platform, { token, password: PASSWORD })
  }

  /** More by day than by night; now and then something is refused. */
  async function passDay(programme: Ask, registration: Ask): Promise<void> {
    clock.time = NOW - DAY_MS
    const { items: talks } = await programme('GET', '/talks?limit=200')
    for (let hour = 24; hour >= 1; hour -= 1) {
      clock.time = NOW - hour * 3_600_000
      const daylight = Math.max(0, Math.sin((((12 - hour + 24) % 24) / 24) * Math.PI))
      const count = Math.round(4 + daylight * 34 + ((hour * 7) % 9))
      for (let n = 0; n < count; n += 1) {
        if (n % 60 === 59) clock.time += 61_000
        if (n % 11 === 10) await registration('PUT', '/users/nobody@example.org', { job: 'Guest' })
        else if (n % 3 === 0) await registration('GET', '/users?limit=1')
        else await programme('GET', `/talks/${talks[n % talks.length]?.id}`)
      }
      // What comes too fast is counted in the log and not kept.
      await delay(100)
    }
    clock.time = NOW - 30_000
    const [talk] = talks
    await programme('PUT', `/talks/${talk?.id}`, { titel: 'Refused', duration: 0 })
    await programme('PUT', `/talks/${talk?.id}`, { recommended: true, keynote: false })
    clock.time = NOW
  }
}

type Sent = {
  url: string
  agent: Agent
  key: string
  method: string
  path: string
  body: object | undefined
}

function send({ url, agent, key, method, path, body }: Sent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = httpsRequest(`${url}/api/external/v1${path}`, {
    ...{ agent, method },
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
  })
  request.on('error', reject)
  request.on('response', async (response) => {
    const { statusCode: status = 0, headers } = response
    const answer = JSON.parse((await response.setEncoding('utf8').toArray()).join(''))
    if (status === 429) reject(new Error('Too many requests at one time of the clock.'))
    resolve({ ...answer, status, requestId: String(headers['x-request-id']) })
  })
  request.end(body && JSON.stringify(body))
  return promise
}
