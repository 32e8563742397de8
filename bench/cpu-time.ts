// The processor time of processes, in microseconds since their start. Only on Linux.

import { readFileSync } from 'node:fs'
import { createClient } from '@redis/client'
import pg from 'pg'

/** The length of a clock tick: `getconf CLK_TCK` is 100 on every common machine. */
const TICK_US = 10_000

/** Reads the CPU time of a process and its threads from /proc (proc_pid_stat(5)). */
export function cpuOfProcess(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_US
}

/** Reads the CPU time of the PostgreSQL processes that serve the connections to a database on this machine. */
export async function cpuOfDatabase(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.reduce((sum, { pid }) => sum + cpuOfProcess(pid), 0)
}

/** Asks a Redis server for its CPU time. */
export async function cpuOfRedis(url: string): Promise<number> {
  const client = createClient({ url })
  await client.connect()
  const info = await client.info('cpu')
  client.destroy()
  const secondsOf = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])
  return (secondsOf('used_cpu_user') + secondsOf('used_cpu_sys')) * 1_000_000
}
