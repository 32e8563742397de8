// A PostgreSQL server for one test, which can be full, frozen, stopped, or a standby. PostgreSQL refuses to run as
// root.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = '/usr/lib/postgresql'
const BIN = existsSync(ROOT)
  ? readdirSync(ROOT)
      .map((version) => join(ROOT, version, 'bin'))
      .at(-1)
  : undefined

/** Whether the programs of a PostgreSQL server are installed. */
export const hasPrivatePostgres = BIN !== undefined

export type PrivatePostgres = {
  url: string
  port: number
  folder: string
  start(): Promise<void>
  stop(mode?: 'fast' | 'immediate'): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  /** Makes a base backup in a new folder. */
  backUp(target: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts a server with these settings: an empty one, a standby of another one, or one that recovers from a base backup.
 */
export async function startPrivatePostgres(
  settings: Record<string, string> = {},
  primary?: PrivatePostgres,
  base?: string,
): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'))
  const data = join(folder, 'data')
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const run = async (program: string, args: string[]) => {
    const child = spawn(join(BIN ?? '', program), args, { ...user, cwd: folder, stdio: 'ignore' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${program} ended with ${code}.`)
  }
  const port = await findFreePort()
  const url = `postgres://root@127.0.0.1:${port}/postgres`
  if (base) {
    execFileSync('cp', ['-a', base, data], user)
    writeFileSync(join(data, 'recovery.signal'), '')
  } else if (primary) await run('pg_basebackup', ['-d', primary.url, '-D', data, '-R', '-c', 'fast'])
  else await run('initdb', ['-D', data, '-U', 'root', '-A', 'trust', '--no-sync'])
  const options = Object.entries({ ...settings, port, unix_socket_directories: folder, fsync: 'on' })
  const flags = options.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  const start = () => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', flags, 'start'])
  const stop = (mode = 'immediate') => run('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop'])
  await start()
  return {
    url,
    port,
    folder,
    start,
    stop,
    backUp: (target) => run('pg_basebackup', ['-d', url, '-D', target, '-c', 'fast', '-X', 'none']),
    promote: () => run('pg_ctl', ['-D', data, '-w', 'promote']),
    [Symbol.asyncDispose]: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function postgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}
