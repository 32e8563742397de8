// Stores for tests: each is empty at the start and removed at the end.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { StoreLocation } from '../../src/store/migrations/migrate.ts'

export const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

// Linux keeps this folder in memory. Containers often give it only 64 MB, too little for the stores of all workers.
const SHARED_MEMORY = '/dev/shm'
const NEEDED_BYTES = 512 * 1024 * 1024
const MEMORY_FOLDER = findMemoryFolder()

export type StoreKind = StoreLocation['dialect']
export type TestStore = { location: StoreLocation; folder: string; [Symbol.asyncDispose](): Promise<void> }

export type StoreOptions = {
  /** Every commit reaches the disk, as in production. For tests of crashes and for benchmarks. */
  isDurable?: boolean
}

/** An empty store and a folder, in memory unless it has to be durable. */
export async function createTestStore(
  kind: StoreKind,
  { isDurable = false }: StoreOptions = {},
): Promise<TestStore> {
  const folder = mkdtempSync(join(isDurable ? tmpdir() : MEMORY_FOLDER, 'lectern-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (kind === 'sqlite') {
    const location = { dialect: 'sqlite' as const, path: join(folder, 'lectern.db') }
    return { location, folder, [Symbol.asyncDispose]: async () => removeFolder() }
  }
  const name = `lectern_test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${name}`
  // Commits are answered before they reach the disk. Only a crash of PostgreSQL itself could tell the difference.
  if (!isDurable) url.search = '?options=-c%20synchronous_commit%3Doff'
  return {
    location: { dialect: 'postgres', url: url.href },
    folder,
    [Symbol.asyncDispose]: async () => {
      removeFolder()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

/** A folder in memory if the machine has one with enough room, otherwise one on the disk. */
function findMemoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

async function administer(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end()
  }
}
