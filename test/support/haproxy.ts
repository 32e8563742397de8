// A private haproxy in front of several servers, if the machine has one. Otherwise, the tests that need it are skipped
// and say so.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The protocol between haproxy and the servers. */
export type Upstream = 'plain HTTP' | 'TLS' | 'HTTP/2'

const SERVER_OPTIONS: Record<Upstream, string> = {
  'plain HTTP': '',
  TLS: 'ssl verify none alpn http/1.1 check-ssl',
  'HTTP/2': 'ssl verify none alpn h2 check-ssl check-alpn http/1.1',
}

export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0
if (!hasHaproxy) {
  const notice = 'There is no haproxy'
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants its tests.`)
  process.stderr.write(`\n${notice}: what needs a load balancer is SKIPPED.\n\n`)
}

type Options = { folder: string; port: number; upstream: Upstream; servers: readonly number[] }

/**
 * Starts haproxy on `port` of this machine, with health checks of /ready and without retries of requests: `retry-on` keeps
 * its default, so that only failed connections are tried again.
 */
export async function startHaproxy({ folder, port, upstream, servers }: Options): Promise<AsyncDisposable> {
  const path = join(folder, 'haproxy.cfg')
  const lines = servers.map(
    (server, index) => `  server node${index} 127.0.0.1:${server} check ${SERVER_OPTIONS[upstream]}`,
  )
  await writeFile(path, `${CONFIGURATION}\n  bind 127.0.0.1:${port}\n${lines.join('\n')}\n`)
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const CONFIGURATION = `global
  maxconn 1000

defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  timeout check 2s
  default-server inter 500ms fall 2 rise 1
  option http-no-delay

listen lectern
  option httpchk GET /ready
  http-check send hdr Host localhost
  http-request set-header X-Forwarded-Proto https`
