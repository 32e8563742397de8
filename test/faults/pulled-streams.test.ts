// Streams that are pulled from nginx: sources that stop, come back, and are killed. Debian has it as `libnginx-mod-rtmp`.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { talk } from '../support/bodies.ts'
import { lastSegment, untilPicture } from '../support/decoded-streams.ts'
import { ENCODER, startEncoder } from '../support/encoder-process.ts'
import { freePort } from '../support/free-port.ts'
import { queryStore } from '../support/process.ts'
import { expectWithin, sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'
import { signInAs } from '../support/visitors.ts'

const ROUNDS = sized({ small: 1, full: 5 })
const NGINX = '/usr/sbin/nginx'
const MODULE = '/usr/lib/nginx/modules/ngx_rtmp_module.so'
const MAX_GROWTH = 200 * 1024 * 1024

test.runIf([NGINX, MODULE, ENCODER].every((file) => existsSync(file)))(
  'a stream of nginx is pulled, and continues after its encoder or nginx was killed',
  async ({ task }) => {
    await using api = await startApi({ store: 'sqlite', env: { LECTERN_WEBHOOK_ADDRESSES: '127.0.0.0/8' } })
    const owner = await signInAs(api, 'owner')
    const port = await freePort()
    const source = `rtmp://127.0.0.1:${port}/live/stage`
    let nginx = await startNginx(port)
    let encoder = startEncoder(source)
    const playlist = await startPull(api, owner, source)
    const untilNext = async () => {
      const { number } = await lastSegment(owner, playlist)
      const startedMs = performance.now()
      await untilPicture(owner, playlist, number)
      return performance.now() - startedMs
    }
    const firstMs = await untilNext()
    const memory = process.memoryUsage().rss

    let slowestMs = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      await kill(encoder)
      const page = `/backoffice/talks/${playlist.split('/')[2]}/stream`
      await waitUntil(
        () => owner.get(page),
        ({ text }) => text.includes('The source is interrupted'),
      )
      encoder = startEncoder(source)
      slowestMs = Math.max(slowestMs, await untilNext())
      await Promise.all([kill(nginx), kill(encoder)])
      nginx = await startNginx(port)
      encoder = startEncoder(source)
      slowestMs = Math.max(slowestMs, await untilNext())
    }
    const grown = process.memoryUsage().rss - memory
    await Promise.all([kill(nginx), kill(encoder)])
    expect((await owner.get(playlist)).text).toContain('#EXT-X-DISCONTINUITY')
    expectWithin(firstMs, 6_000)
    expectWithin(slowestMs, 6_000)
    expectWithin(grown, MAX_GROWTH)
    const seconds = (ms: number) => (ms / 1000).toFixed(1)
    task.meta.fault = {
      fault: 'Encoder of a pulled stream, and nginx, killed and started again',
      rounds: `${2 * ROUNDS} kills`,
      measured: `first picture decoded ${seconds(firstMs)} s after the address was entered; after a kill, the next one at most ${seconds(slowestMs)} s after the start; ${Math.max(0, Math.round(grown / 2 ** 20))} MB more memory`,
    }
  },
)

type Owner = Awaited<ReturnType<typeof signInAs>>

/** Gives a live talk this source, which the API would not accept, and returns the path of its playlist. */
async function startPull(api: Awaited<ReturnType<typeof startApi>>, owner: Owner, source: string) {
  const body = talk({ type: 'rtmp', start: '2027-03-01T12:00:00Z', duration: 60 })
  const { id } = (await api.send('POST', '/talks', { body })).body
  await queryStore(api.location, `update talks set video = '${source}' where id = '${id}'`)
  const player = await owner.get(`/talks/${id}/player`)
  return new URL(/<video[^>]* src="([^"]+)"/.exec(player.text)?.[1] ?? '').pathname
}

/** nginx in one process, so that killing it leaves none behind. */
async function startNginx(port: number): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `load_module ${MODULE};
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
rtmp { server { listen 127.0.0.1:${port}; application live { live on; } } }
`,
  )
  const nginx = spawn(NGINX, ['-p', folder, '-c', file], { stdio: 'ignore' })
  await waitUntil(
    () => canConnect(port),
    (isOpen) => isOpen,
  )
  return nginx
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const [isOpen] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'close').then(() => [false]),
  ]).catch(() => [false])
  socket.destroy()
  return isOpen === true
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}
