// A PostgreSQL server of a test, which can be full, frozen, stopped, or a standby. PostgreSQL refuses to run as root.
import { execFileSync } from 'node:child_process'
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
  start(): void
  stop(mode?: 'fast' | 'immediate'): void
  /** A standby makes itself the primary. */
  promote(): void
  /** Makes a base backup in a new folder. */
  backUp(target: string): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a server with these settings: an empty one, a standby of another one, or one that recovers from a base backup. */
export async function startPrivatePostgres(
  settings: Record<string, string> = {},
  primary?: PrivatePostgres,
  base?: string,
): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-postgres-'))
  const data = join(folder, 'data')
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const run = (program: string, args: string[]) =>
    execFileSync(join(BIN ?? '', program), args, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await findFreePort()
  const url = `postgres://root@127.0.0.1:${port}/postgres`
  if (base) {
    execFileSync('cp', ['-a', base, data], user)
    writeFileSync(join(data, 'recovery.signal'), '')
  } else if (primary) run('pg_basebackup', ['-d', primary.url, '-D', data, '-R', '-c', 'fast'])
  else run('initdb', ['-D', data, '-U', 'root', '-A', 'trust', '--no-sync'])
  const options = Object.entries({ ...settings, port, unix_socket_directories: folder, fsync: 'on' })
  const flags = options.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  const start = () => void run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', flags, 'start'])
  const stop = (mode = 'immediate') => void run('pg_ctl', ['-D', data, '-w', '-m', mode, 'stop'])
  start()
  return {
    url,
    port,
    folder,
    start,
    stop,
    backUp: (target) => void run('pg_basebackup', ['-d', url, '-D', target, '-c', 'fast', '-X', 'none']),
    promote: () => void run('pg_ctl', ['-D', data, '-w', 'promote']),
    [Symbol.asyncDispose]: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) stop()
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
