// How long a server takes to stop after a signal.
import { once } from 'node:events'
import { Agent } from 'node:https'
import { expect, test } from 'vitest'
import { startProcess } from '../support/signaled-process.ts'

const MAX_MS = 5_000

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s, a server exits within five seconds, although a client keeps its connection open',
  async (signal) => {
    const { child, send } = await startProcess()
    const agent = new Agent({ keepAlive: true })
    expect(await send('/nothing', agent)).toBe(404)
    expect(await msUntilExit(child, signal)).toBeLessThan(MAX_MS)
    agent.destroy()
  },
)

test('SIGTERM lasts for LECTERN_DRAIN_SECONDS, and SIGINT does not', async () => {
  const draining = await startProcess({ LECTERN_DRAIN_SECONDS: '1' })
  expect(await msUntilExit(draining.child, 'SIGTERM')).toBeGreaterThan(900)
  const interrupted = await startProcess({ LECTERN_DRAIN_SECONDS: '15' })
  expect(await msUntilExit(interrupted.child, 'SIGINT')).toBeLessThan(MAX_MS)
})

async function msUntilExit(
  child: Awaited<ReturnType<typeof startProcess>>['child'],
  signal: NodeJS.Signals,
): Promise<number> {
  const startedMs = performance.now()
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
  return performance.now() - startedMs
}
