// First starts of `lectern serve` on several nodes, and later ones.
import { expect, test } from 'vitest'
import { createKey, createTestInstallation, startServer } from '../support/process.ts'
import { waitUntil } from '../support/until.ts'

test('demo content on three nodes at the same time shows the credentials on one of them', async () => {
  await using nodes = await createTestInstallation('postgres')
  await using running = new AsyncDisposableStack()
  const env = { LECTERN_DEMO: '1' }
  const start = async () => running.use(await startServer(nodes, { env }))
  const servers = await Promise.all([start(), start(), start()])
  const shown = servers.flatMap((server) => server.lines().filter(({ apiKey }) => apiKey !== undefined))
  expect(shown).toEqual([expect.objectContaining({ owner: expect.any(Object) })])
  for (const server of servers) {
    const send = server.client(String(shown[0]?.apiKey))
    // A node that has just started on a busy machine can answer 503 with Retry-After at first.
    const { status } = await waitUntil(
      () => send('GET', '/talks'),
      (answer) => answer.status !== 503 || answer.headers['retry-after'] === undefined,
    )
    expect(status).toBe(200)
  }
})

test('the link to the setup is shown until there is an owner', async () => {
  await using installation = await createTestInstallation('sqlite')
  const body = { email: 'olga@example.org', firstName: 'Olga', lastName: 'Owner' }
  {
    await using first = await startServer(installation)
    const key = await createKey(installation, 'privileged')
    expect((await first.client(key)('POST', '/users/owner', { body })).status).toBe(201)
    await first.stop('SIGTERM')
  }
  await using second = await startServer(installation)
  await second.stop('SIGTERM')
  expect(second.stdout()).not.toContain('setup')
})
