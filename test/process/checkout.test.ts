// A checkout on a machine whose own Node may be older: who runs what, and what the entry says where it cannot run.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENTRY, PROJECT, runProgram } from '../support/process.ts'

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string }

/** The path without what npm puts before it: the programs that the machine itself has. */
const machinePath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'))
  .join(delimiter)

const has = (program: string) =>
  machinePath.split(delimiter).some((folder) => existsSync(join(folder, program)))
const [major = 0, minor = 0] = has('node')
  ? execFileSync('node', ['-p', 'process.versions.node'], { env: { PATH: machinePath }, encoding: 'utf8' })
      .split('.')
      .map(Number)
  : []
const isOlder = major > 0 && (major < 24 || (major === 24 && minor < 7))
if (!isOlder)
  process.stderr.write('\nThis machine has no older Node: what the entry says there is SKIPPED.\n\n')
if (!has('npx')) process.stderr.write('\nThis machine has no npx: “npx lectern” is SKIPPED.\n\n')

describe('in a checkout', () => {
  test.skipIf(!isOlder)('an older Node is told what is wanted, in one line, with exit code 1', async () => {
    const outcome = await runProgram('node', [ENTRY, 'serve'], { cwd: PROJECT, env: { PATH: machinePath } })
    expect(outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Lectern needs Node 24\.7 or newer; this is [\d.]+\. [^\n]*npm start[^\n]*\n$/,
      ),
    })
  })

  test.skipIf(!has('npx'))(
    'npx lectern runs by the Node of the project, whatever the machine has, without a registry',
    {
      timeout: 60_000,
    },
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'lectern-npx-'))
      const env = {
        PATH: machinePath,
        HOME: home,
        npm_config_offline: 'true',
        npm_config_update_notifier: 'false',
      }
      for (const args of [
        ['--no-install', 'lectern', '--version'],
        ['lectern', '--version'],
      ]) {
        const { code, stdout } = await runProgram('npx', args, { cwd: PROJECT, env })
        expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` })
      }
      rmSync(home, { recursive: true })
    },
  )
})
