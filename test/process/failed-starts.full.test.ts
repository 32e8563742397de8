// `lectern serve` with settings, files, or services that keep it from starting.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestInstallation,
  queryStore,
  runCommand,
  runJson,
  startServer,
  type TestInstallation,
} from '../support/process.ts'
import { waitUntil } from '../support/until.ts'

let installation: TestInstallation
beforeEach(async () => {
  installation = await createTestInstallation('sqlite')
})
afterEach(() => installation[Symbol.asyncDispose]())

const stopped = { code: 0, signal: null }

/** A server on a free port that treats every connection the same. */
async function startStub(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onConnection(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: portOf(server),
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

describe('a failed start', () => {
  const ends = { code: 1, stdout: '' }

  test.each([
    [
      'an unknown setting',
      { LECTERN_PROT: '1' },
      'LECTERN_PROT is not a setting; did you mean LECTERN_PORT?',
    ],
    ['a bad port', { LECTERN_PORT: 'https' }, 'LECTERN_PORT must be a port number from 0 to 65535.'],
    [
      'a bad level',
      { LECTERN_LOG_LEVEL: 'loud' },
      'LECTERN_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
    ['half a certificate', { LECTERN_TLS_CERT: 'cert.pem' }, 'LECTERN_TLS_CERT requires LECTERN_TLS_KEY.'],
    [
      'absent certificate files',
      { LECTERN_TLS_CERT: 'a.pem', LECTERN_TLS_KEY: 'b.pem' },
      'LECTERN_TLS_CERT and LECTERN_TLS_KEY must be the paths of two readable files.',
    ],
    [
      'a folder that is a file',
      { LECTERN_DATA_DIR: '/dev/null' },
      "LECTERN_DATA_DIR cannot be used: EEXIST: file already exists, mkdir '/dev/null'.",
    ],
    [
      'a database that is not there',
      { LECTERN_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      'LECTERN_DATABASE_URL: The store cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
    ],
    [
      'an address of another machine',
      { LECTERN_HOST: '192.0.2.1' },
      'LECTERN_HOST 192.0.2.1 is not an address of this machine.',
    ],
  ])('exits with 1 and one line: %s', async (_name, env, line) => {
    expect(await runCommand(installation, ['serve', '--json'], { env })).toEqual({
      ...ends,
      stderr: `${line}\n`,
    })
  })

  test.each(['LECTERN_PORT', 'LECTERN_HTTP_PORT'])(
    'exits with 1 and one line: the port of %s is taken',
    async (name) => {
      const taken = createServer()
      await once(taken.listen(0, '127.0.0.1'), 'listening')
      const port = portOf(taken)
      const outcome = await runCommand(installation, ['serve', '--json'], { env: { [name]: String(port) } })
      await once(taken.close(), 'close')
      const stderr = `${name} ${port} is already in use on 127.0.0.1.\n`
      expect(outcome).toEqual({ ...ends, stderr })
    },
  )

  test('exits with 1 and one line: a file that is not a database', async () => {
    await writeFile(
      join(installation.folder, 'lectern.db'),
      'not a database, but long enough to be looked at',
    )
    const stderr = 'LECTERN_DATA_DIR: The SQLite file cannot be used: file is not a database.\n'
    expect(await runCommand(installation, ['serve'])).toEqual({ ...ends, stderr })
  })

  test('waits for a database that is starting up, and then names the setting and the cause in one line', async () => {
    // PostgreSQL's answer while it starts: an ErrorResponse with SQLSTATE 57P03 and its message.
    const fields = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0'
    const refusal = Buffer.alloc(5 + fields.length, `E\0\0\0\0${fields}`, 'latin1')
    refusal.writeInt32BE(4 + fields.length, 1)
    await using database = await startStub((socket) => void socket.once('data', () => socket.end(refusal)))
    const env = {
      LECTERN_DATABASE_URL: `postgres://u@127.0.0.1:${database.port}/d`,
      LECTERN_START_SECONDS: '1',
    }
    const line = 'LECTERN_DATABASE_URL: The store cannot be reached: the database system is starting up.'
    expect(await runCommand(installation, ['serve'], { env })).toEqual({
      ...ends,
      stderr: `${line} Trying for 1 seconds.\n${line}\n`,
    })
    expect(database.connections()).toBeGreaterThan(1)
  })

  test('waits for a database that refuses the first write, and is not ready before it is made', async () => {
    await using nodes = await createTestInstallation('postgres')
    await runJson(nodes, ['migrate'])
    await queryStore(
      nodes.location,
      `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`,
    )
    await queryStore(
      nodes.location,
      'create trigger refuse before insert on platforms execute function refuse()',
    )
    const env = { LECTERN_START_SECONDS: '1' }
    const line = 'LECTERN_DATABASE_URL: PostgreSQL cannot be reached. No space left on device'
    expect(await runCommand(nodes, ['serve', '--json'], { env })).toEqual({
      ...ends,
      stderr: `${line} Trying for 1 seconds.\n${line}\n`,
    })
    const starting = startServer(nodes, { env: { LECTERN_START_SECONDS: '30' } })
    await waitUntil(
      () => queryStore(nodes.location, "select 1 from pg_stat_activity where application_name = 'lectern'"),
      (rows) => rows.length > 0,
    )
    await queryStore(nodes.location, 'drop trigger refuse on platforms')
    await using server = await starting
    expect((await server.sendTo('GET', '/ready')).status).toBe(200)
  })

  test('names the setting in one line if a database accepts connections and stays silent', async () => {
    await using database = await startStub(() => {})
    const env = { LECTERN_DATABASE_URL: `postgres://u@127.0.0.1:${database.port}/d` }
    expect(await runCommand(installation, ['serve'], { env })).toEqual({
      ...ends,
      stderr: expect.stringMatching(
        /^LECTERN_DATABASE_URL: The store cannot be reached: [^\n]*timeout[^\n]+\n$/,
      ),
    })
  })

  test('starts without a Redis that accepts connections and stays silent, and logs one warning', async () => {
    await using redis = await startStub(() => {})
    const env = { LECTERN_REDIS_URL: `redis://127.0.0.1:${redis.port}` }
    await using server = await startServer(installation, { env })
    expect((await server.sendTo('GET', '/ready')).status).toBe(200)
    const warnings = server.lines().filter(({ msg }) => String(msg).includes('Redis is unavailable'))
    expect(warnings).toHaveLength(1)
    expect(await server.stop('SIGTERM')).toEqual(stopped)
  })

  test('never prints a secret setting', async () => {
    const env = { LECTERN_SECRET: 'short but secret', LECTERN_DATABASE_URL: 'mysql://u:hidden@h/d' }
    const { code, stdout, stderr } = await runCommand(installation, ['serve'], { env })
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ ...ends, lines: 2 })
    expect(stderr).not.toMatch(/short but|hidden/)
  })
})

function portOf(server: ReturnType<typeof createServer>): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
