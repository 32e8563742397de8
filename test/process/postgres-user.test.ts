// A PostgreSQL URL without a user name, in an environment without USER, as in containers.
import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { createTestInstallation, runCommand } from '../support/process.ts'
import { hasPostgres, POSTGRES_URL } from '../support/stores.ts'

const { username } = userInfo()
// Other users may not connect.
const isUsable = (await hasPostgres()) && new URL(POSTGRES_URL).username === username

test.runIf(isUsable)('connects as the user of the system, like libpq', async () => {
  await using installation = await createTestInstallation('postgres')
  if (installation.location.dialect !== 'postgres') throw new Error('This test needs PostgreSQL.')
  const url = installation.location.url.replace(`${username}@`, '')
  expect(installation.env.USER).toBeUndefined()
  for (const command of [
    ['platform', 'list', '--json'],
    // Undoing looks for other users of the store first.
    ['migrate', '--to', '0001-baseline', '--yes', '--json'],
  ])
    expect(await runCommand(installation, command, { env: { LECTERN_DATABASE_URL: url } })).toMatchObject({
      code: 0,
      stderr: '',
    })
})
