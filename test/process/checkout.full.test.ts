// A checkout on a machine that may have an older Node: which Node runs the commands, and the error of an older one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ENTRY, PROJECT, runProgram } from '../support/process.ts'

const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string }

/** The PATH without npm's additions, so that it contains only programs of the machine. */
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
  test('a build does not recompile unchanged sources', async () => {
    const build = () =>
      runProgram(process.execPath, [join(PROJECT, 'scripts/build.ts')], {
        cwd: PROJECT,
        env: { PATH: machinePath },
      })
    const succeeded = { code: 0, stdout: '', stderr: '' }
    expect(await build()).toEqual(succeeded)
    const builtAt = statSync(ENTRY).mtimeMs
    expect(await build()).toEqual(succeeded)
    expect(statSync(ENTRY).mtimeMs).toBe(builtAt)
  })

  test.skipIf(!isOlder)(
    'an older Node prints the required version in one line and exits with 1',
    async () => {
      const outcome = await runProgram('node', [ENTRY, 'serve'], { cwd: PROJECT, env: { PATH: machinePath } })
      expect(outcome).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^Lectern needs Node 24\.7 or newer; this is [\d.]+\. [^\n]*npm start[^\n]*\n$/,
        ),
      })
    },
  )

  test.skipIf(!has('npx'))(
    'npx lectern uses the Node of the project, regardless of the machine, without a registry',
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

  test.skipIf(!has('npm'))('“npm test” uses the Node of the project, regardless of the machine', async () => {
    const { code, stdout } = await runProgram('npm', ['test', '--', '--help'], {
      cwd: PROJECT,
      env: { PATH: machinePath },
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('vitest run') })
  })

  test.skipIf(!has('npm'))('a signal to “npm start” stops the server', { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-start-'))
    const npm = spawn('npm', ['start'], {
      cwd: PROJECT,
      env: {
        PATH: machinePath,
        HOME: folder,
        LECTERN_DATA_DIR: folder,
        LECTERN_PORT: '0',
        LECTERN_HOST: '127.0.0.1',
        LECTERN_DEMO: '0',
        LECTERN_DRAIN_SECONDS: '0',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    let printed = ''
    npm.stdout.on('data', (chunk) => {
      printed += chunk
      if (!npm.killed && printed.includes('Lectern is ready')) npm.kill('SIGTERM')
    })
    // The pipe closes when all its writers have exited. A server that outlives npm would keep it open.
    const isClosed = await Promise.race([once(npm, 'close').then(() => true), pass(40_000, false)])
    if (!isClosed && npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL')
    expect({ isClosed, printed }).toEqual({ isClosed: true, printed: expect.stringContaining('is ready') })
    rmSync(folder, { recursive: true })
  })
})
