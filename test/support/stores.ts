// Stores for tests: each one empty, of its own, and gone when the test ends.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { StoreLocation } from '../../src/store/migrations/migrate.ts'

export const POSTGRES_URL = process.env.TEST_POSTGRES_URL ?? 'postgres://root@127.0.0.1:5432/postgres'
export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

export type StoreKind = StoreLocation['dialect']
export type TestStore = { location: StoreLocation; folder: string; [Symbol.asyncDispose](): Promise<void> }

/** An empty store, with a folder beside it. */
export async function createTestStore(kind: StoreKind): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (kind === 'sqlite') {
    const location = { dialect: 'sqlite' as const, path: join(folder, 'lectern.db') }
    return { location, folder, [Symbol.asyncDispose]: async () => removeFolder() }
  }
  const name = `lectern_test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(POSTGRES_URL)
  url.pathname = `/${name}`
  return {
    location: { dialect: 'postgres', url: url.href },
    folder,
    [Symbol.asyncDispose]: async () => {
      removeFolder()
      await administer(`drop database if exists ${name} with (force)`)
    },
  }
}

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
