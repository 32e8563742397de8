// The examples of `lectern push` in README.md: writes their files and runs their commands against a real server.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeExport, makeSessionize, sampleEvent, sampleSession } from '../support/import/samples.ts'
import { runPush } from '../support/push/run-push.ts'
import { type Tenant, useApi } from '../support/scenarios.ts'

const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
const part = /## Push a programme\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''
const files = [...part.matchAll(/`([\w-]+\.(?:csv|json))`:\n\n```\w+\n([\s\S]*?)```/g)]
const commands = [...part.matchAll(/^npx lectern push (.*)$/gm)].map(([, line = '']) => line)

const server = useApi({ store: 'sqlite' })
let tenant: Tenant
let folder: string
beforeAll(async () => {
  tenant = await server.createTenant()
  folder = await mkdtemp(join(tmpdir(), 'push-'))
  await writeFile(join(folder, 'schedule.json'), makeExport([sampleEvent]))
  await writeFile(join(folder, 'all.json'), makeSessionize([sampleSession]))
  for (const [, name = '', text = ''] of files) await writeFile(join(folder, name), text)
})
afterAll(() => rm(folder, { recursive: true }))

const push = (line: string) => {
  const target = {
    'https://localhost:8443': tenant.api.url,
    'data/tls/cert.pem': join(tenant.api.dataDir, 'tls/cert.pem'),
  }
  const words = line.split(' ').map((word) => (word in target ? target[word as keyof typeof target] : word))
  return runPush(folder, tenant.standard, [...words, '--email-pattern', '{slug}@speakers.example.org'])
}
const target = '--url https://localhost:8443 --ca data/tls/cert.pem --timezone Europe/Paris'

describe('README.md', () => {
  test('contains the expected files and commands', () => {
    expect(files.map(([, name]) => name)).toEqual(['talks.csv', 'columns.json', 'talks-de.csv'])
    expect(commands.length).toBe(4)
  })

  // A watch does not end. src/features/import/push/push.test.ts covers it with signals.
  test.each(commands.filter((line) => !line.includes('--watch')))('runs: push %s', async (line) => {
    const { code, stdout, stderr } = await push(line)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(/ {2}created {4}[12]\n/)
  })

  test('maps the columns of the German table', async () => {
    const { code, stdout, stderr } = await push(`talks-de.csv ${target} --columns columns.json --dry-run`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'checking what a push of 1 talk would change\n' })
    expect(stdout).toMatch(/^\+ talk Zählen \(t-3\)\n/)
  })
})
