// Commands with errors: one line that says why, and exit code 1.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestInstallation, runCommand, runJson, type TestInstallation } from '../support/process.ts'

let installation: TestInstallation
beforeAll(async () => {
  installation = await createTestInstallation('sqlite')
  await runJson(installation, ['platform', 'create', '--slug', 'default', '--name', 'Lectern'])
})
afterAll(() => installation[Symbol.asyncDispose]())

test.each([
  [
    ['platform', 'create', '--slug', 'default', '--name', 'Again'],
    'A platform with this slug already exists.\n',
  ],
  [
    ['platform', 'create', '--slug', 'Not A Slug', '--name', 'Odd'],
    '--slug must have 1 to 63 lowercase letters, digits, and hyphens.\n',
  ],
  [['platform', 'create', '--slug', 'blank', '--name', ' '], '--name must have 1 to 255 characters.\n'],
  [
    ['platform', 'create', '--slug', 'mars', '--name', 'Mars', '--timezone', 'Mars/Base'],
    "error: option '--timezone <name>' argument 'Mars/Base' is invalid. Use an IANA time zone such as Europe/Paris.\n",
  ],
  [['key', 'create', '--name', ' '], '--name must have 1 to 255 characters.\n'],
  [['key', 'create', '--name', 'Lost', '--platform', 'nonesuch'], 'No platform has the slug “nonesuch”.\n'],
  [
    ['key', 'create', '--name', 'Odd', '--allow', 'localhost'],
    '“localhost” is not an IP address or CIDR range.\n',
  ],
  [
    ['key', 'create', '--name', 'Odd', '--level', 'root'],
    "error: option '--level <level>' argument 'root' is invalid. Allowed choices are standard, privileged.\n",
  ],
  [
    ['key', 'create', '--name', 'Odd', '--expires', 'tomorrow'],
    "error: option '--expires <time>' argument 'tomorrow' is invalid. Use a time such as 2027-12-31T00:00:00Z.\n",
  ],
  [
    ['key', 'rotate', 'nonesuch', '--grace', '10081'],
    "error: option '--grace <minutes>' argument '10081' is invalid. Use a number of minutes, up to 10080 (one week).\n",
  ],
  [['key', 'create'], "error: required option '--name <name>' not specified\n"],
  [['key', 'revoke', 'nonesuch'], 'This API key does not exist.\n'],
  [
    ['migrate', '--to', 'nonesuch'],
    expect.stringMatching(
      /^There is no migration “nonesuch”. Available migrations: 0001-baseline, 0002-proved-emails, 0003-optional-types, 0004-secret-check, 0005-external-ids-of-events, 0006-imported-values, 0007-stream-keys, 0008-stage-people, 0009-replays, 0010-recordings, 0011-kept-captions, 0012-registrations, 0013-messages, 0014-track-ages, 0015-starts-of-tags\.\n$/,
    ),
  ],
  [['sevre'], "error: unknown command 'sevre'\n(Did you mean serve?)\n"],
])('%j exits with 1 and says why', async (args, stderr) => {
  expect(await runCommand(installation, args)).toEqual({ code: 1, stdout: '', stderr })
})
