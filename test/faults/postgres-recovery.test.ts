// PostgreSQL with a base backup and an archive of its write-ahead log, as docs/operations.md describes: its disk is lost.
import { chmodSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { talk } from '../support/bodies.ts'
import { hasPrivatePostgres, startPrivatePostgres } from '../support/private-postgres.ts'
import {
  createKey,
  createTestInstallation,
  disableRateLimit,
  queryStore,
  startServer,
} from '../support/process.ts'
import { sized } from '../support/sizes.ts'
import { waitUntil } from '../support/until.ts'

const WRITES = sized({ small: 20, full: 200 })

test.skipIf(!hasPrivatePostgres)(
  'PostgreSQL recovers every archived write from a base backup and its archive',
  async ({ task }) => {
    await using installation = await createTestInstallation('sqlite')
    const [base, archive] = [join(installation.folder, 'base'), join(installation.folder, 'wal')]
    await mkdir(archive)
    for (const folder of [installation.folder, archive]) chmodSync(folder, 0o777)
    const archiving = { archive_mode: 'on', archive_timeout: '1', archive_command: `'cp %p ${archive}/%f'` }
    await using primary = await startPrivatePostgres(archiving)
    installation.env.LECTERN_DATABASE_URL = primary.url
    const location = { dialect: 'postgres' as const, url: primary.url, connections: 1 }
    await disableRateLimit(installation)
    let key: string
    {
      await using server = await startServer(installation)
      key = await createKey(installation)
      await primary.backUp(base)
      for (let number = 0; number < WRITES; number += 1) {
        const { status } = await server.client(key)('PUT', `/talks/ext:${number}`, { body: talk() })
        expect(status).toBe(201)
      }
      await server.stop('SIGTERM')
    }
    const [last] = await queryStore(location, 'select pg_walfile_name(pg_current_wal_lsn()) as name')
    const lastArchived = async () =>
      String((await queryStore(location, 'select last_archived_wal as name from pg_stat_archiver'))[0]?.name)
    await waitUntil(lastArchived, (name) => name >= String(last?.name), 30_000)
    await primary.stop('immediate')

    const startedMs = performance.now()
    await using recovered = await startPrivatePostgres(
      { restore_command: `'cp ${archive}/%f %p'`, recovery_target_action: 'promote' },
      undefined,
      base,
    )
    installation.env.LECTERN_DATABASE_URL = recovered.url
    installation.env.LECTERN_START_SECONDS = '30'
    await using server = await startServer(installation)
    const recoveredMs = Math.round(performance.now() - startedMs)
    const statuses = await Promise.all(
      Array.from({ length: WRITES }, (_, number) => server.client(key)('GET', `/talks/ext:${number}`)),
    )
    expect(statuses.filter(({ status }) => status !== 200)).toEqual([])
    await server.stop('SIGTERM')
    task.meta.fault = {
      fault: 'lost disk of PostgreSQL, with a base backup and WAL archiving',
      rounds: '1',
      store: 'PostgreSQL',
      measured: `0 of ${WRITES} archived writes lost, serving again after ${recoveredMs} ms`,
    }
  },
)
