// One signed-in visitor repeats expensive requests on many connections, while others use the API.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { MAX_DETAILS } from '../../src/schema/programme/talks.ts'
import { createClient } from '../support/api.ts'
import { measureBeside, quantile } from '../support/beside.ts'
import { talk } from '../support/bodies.ts'
import {
  addAttendee,
  createKey,
  createTestInstallation,
  disableRateLimit,
  startServer,
} from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { Visitor } from '../support/visitors.ts'

const CONNECTIONS = 12
const SECONDS = sized({ small: 3, full: 30 })
const MAX_P99_MS = 100
const longest = (text: string): string => text.repeat(MAX_DETAILS).slice(0, MAX_DETAILS)
/** Texts that take their parsers long: Markdown, and HTML that is nested, unclosed, or cut off. */
const SLOW = longest('_a __b ')
const SLOW_HTML = [
  '<div>'.repeat(900) + '</div>'.repeat(900),
  ...[
    '<b>',
    '<p>',
    '<ul><li>',
    '<i>*_`</i>',
    '<p a="',
    '<pre> \n\n',
    '<code>',
    '<a href=https://a.example ',
  ].map(longest),
]

let requests = 0
const attacks: [what: string, send: (visitor: Visitor) => Promise<{ status: number }>][] = [
  [
    'previews of a long text',
    (visitor) => visitor.post('/account/preview', { text: SLOW, format: 'markdown' }),
  ],
  [
    'previews of HTML that is hard to read',
    (visitor) =>
      visitor.post('/account/preview', {
        text: SLOW_HTML[requests++ % SLOW_HTML.length] ?? '',
        format: 'markdown',
      }),
  ],
  ['previews that are too long', (visitor) => visitor.post('/account/preview', { text: SLOW.repeat(75) })],
  ['exports of the own data', (visitor) => visitor.get('/account/export')],
  ['the agenda, which is rendered for each user', (visitor) => visitor.get('/agenda')],
]

test.for(attacks)(
  `others wait less than ${MAX_P99_MS} ms beside %s on ${CONNECTIONS} connections`,
  { timeout: 300_000 },
  async ([what, ask], { task }) => {
    await using installation = await createTestInstallation('sqlite')
    await disableRateLimit(installation)
    const key = await createKey(installation)
    const { email, password } = await addAttendee(installation)
    await using server = await startServer(installation)
    const ca = readFileSync(join(installation.folder, 'tls/cert.pem'))
    const agent = new Agent({ keepAlive: true })
    const client = createClient({ port: server.port, ca, key, agent })
    const put = (index: number) =>
      client('PUT', `/api/external/v1/talks/ext:${index % 50}`, { body: talk({ title: `Change ${index}` }) })
    for (let index = 0; index < 50; index++) await put(index)
    const visitor = new Visitor({ sendTo: server.sendTo, url: server.url })
    expect((await visitor.signIn(email, password)).status).toBe(303)
    await visitor.get('/account/profile')

    const statuses = new Map<number, number>()
    const before = await measureBeside(delay(1_000), { everyMs: 20, send: put })
    const untilMs = performance.now() + SECONDS * 1_000
    const repeat = async () => {
      while (performance.now() < untilMs) {
        const { status } = await ask(visitor)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // A script that is refused tries again, but not without any pause.
        if (status === 429) await delay(20)
      }
    }
    const attack = Promise.all(Array.from({ length: CONNECTIONS }, repeat))
    const { waits } = await measureBeside(attack, { everyMs: 20, send: put })
    agent.destroy()

    const p99 = quantile(waits, 0.99)
    const sent = [...statuses].map(([status, count]) => `${count} with ${status}`).join(', ')
    const measured = `p99 of others ${p99} ms (${quantile(before.waits, 0.99)} ms before), slowest ${quantile(waits, 1)} ms`
    task.meta.fault = {
      fault: `A visitor repeats ${what} on ${CONNECTIONS} connections`,
      rounds: `${sent}; ${waits.length} PUT /talks`,
      measured,
    }
    expect([...statuses.keys()].every((status) => status < 500)).toBe(true)
    expectWithin(p99, MAX_P99_MS)
  },
)
