// Two nodes behind a load balancer, stopped and started one after the other under load: no request fails.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { talk } from '../../support/bodies.ts'
import { hasHaproxy, startHaproxy, type Upstream } from '../../support/haproxy.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  type ServerProcess,
  startServer,
} from '../../support/process.ts'
import { sized } from '../../support/sizes.ts'
import { waitUntil } from '../../support/until.ts'

const NODES = 2
const RESTARTS = sized({ small: 1, full: 10 })
const UPSTREAMS = sized<Upstream[]>({ small: ['TLS'], full: ['plain HTTP', 'TLS', 'HTTP/2'] })
const CLIENTS = sized({ small: 4, full: 16 })

test.skipIf(!hasHaproxy).for(UPSTREAMS)(
  `no request fails in ${RESTARTS} rolling restarts under load behind haproxy: %s`,
  async (upstream, { task }) => {
    await using installation = await createTestInstallation(inject('store'), { isDurable: true })
    await disableRateLimit(installation)
    const key = await createKey(installation)
    const ports = await freePorts(2 * NODES + 1)
    const [front = 0, ...backs] = ports
    const settings = Array.from({ length: NODES }, (_, node) => ({
      LECTERN_PORT: String(backs[2 * node]),
      LECTERN_HTTP_PORT: String(backs[2 * node + 1]),
      LECTERN_TRUSTED_PROXIES: '127.0.0.1',
      LECTERN_HTTP2: upstream === 'HTTP/2' ? '1' : '0',
      LECTERN_DRAIN_SECONDS: '3',
      LECTERN_LOG_LEVEL: 'warn',
    }))
    await using running = new AsyncDisposableStack()
    const start = async (env: Record<string, string>) => running.use(await startServer(installation, { env }))
    const nodes: ServerProcess[] = []
    for (const env of settings) nodes.push(await start(env))
    const servers = backs.filter((_, index) => (index % 2 === 1) === (upstream === 'plain HTTP'))
    await using _proxy = await startHaproxy({ folder: installation.folder, port: front, upstream, servers })
    const client = createLoad(front, key)
    await waitUntil(client.isUp, (isUp) => isUp)

    client.start()
    for (let round = 0; round < RESTARTS; round += 1) {
      for (const [node, env] of settings.entries()) {
        await client.waitForAnswers(50)
        expect(await nodes[node]?.stop('SIGTERM')).toEqual({ code: 0, signal: null })
        nodes[node] = await start(env)
        // The load balancer sends requests to the new node before the next one stops.
        await client.waitForAnswers(50)
        await waitUntil(
          async () => servedRequests(nodes[node]),
          (count) => count > 0,
        )
      }
    }
    const { answers, failures, saved } = await client.stop()
    expect(failures).toEqual([])
    const kept = await queryStore(installation.location, 'select count(*) as n from talks')
    expect(Number(kept[0]?.n)).toBe(saved)
    const stops = RESTARTS * NODES
    task.meta.fault = {
      fault: `rolling restarts under load behind haproxy, ${upstream}`,
      rounds: `${RESTARTS} restarts of ${NODES} nodes, ${stops} stops`,
      measured: `0 of ${answers} requests failed, 0 of ${saved} created talks lost`,
    }
  },
)

/** The requests that reached a node by its metrics, without health checks. */
async function servedRequests(node: ServerProcess | undefined): Promise<number> {
  const metrics = await node?.sendTo('GET', '/metrics')
  const counts = metrics?.text.matchAll(/_seconds_count\{operation="(?:read|update)Talk".+\} (\d+)/g) ?? []
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Clients that read and write without pause, on connections that they keep. */
function createLoad(port: number, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const failures: string[] = []
  let [answers, saved, isRunning] = [0, 0, false]
  let running: Promise<unknown> = Promise.resolve()
  const send = async (method: string, path: string, body?: object): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent })
    sent.end(body && JSON.stringify(body))
    const [response] = await once(sent, 'response')
    await response.toArray()
    return response.statusCode
  }
  const count = async (method: string, path: string, expected: number, body?: object) => {
    const outcome = await send(method, path, body).catch((error: NodeJS.ErrnoException) => error.code)
    if (outcome !== expected) failures.push(`${method} ${outcome}`)
    answers += 1
    return outcome === expected
  }
  const work = async (client: number) => {
    for (let number = 0; isRunning; number += 1) {
      const path = `/api/external/v1/talks/ext:${client}-${number}`
      if (await count('PUT', path, 201, talk())) saved += 1
      for (let reads = 0; reads < 4 && isRunning; reads += 1) await count('GET', path, 200)
    }
  }
  return {
    isUp: () =>
      send('GET', '/ready').then(
        (status) => status === 200,
        () => false,
      ),
    start: () => {
      isRunning = true
      running = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
    },
    waitForAnswers: (more: number) => {
      const wanted = answers + more
      return waitUntil(
        async () => answers,
        (sofar) => sofar >= wanted,
      )
    },
    stop: async () => {
      isRunning = false
      await running
      agent.destroy()
      return { answers, failures, saved }
    },
  }
}

/** Ports that were free just now. The nodes need the same ones after each restart. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
