// How long a viewer who has missed much of a chat takes to return to it.
import { expect, inject, test } from 'vitest'
import { chat, formatNames, formats, LONG, lastSeq, reaches } from '../../support/returning.ts'
import { useApi } from '../../support/scenarios.ts'
import { createSite } from '../../support/sites.ts'

const MISSED = [100, 400, 1_000, 5_000]
const MAX_MS = 2_000
/** A stream is looked at this often. */
const LOOK_MS = 5

const server = useApi()

test.for(formatNames)(
  'a viewer in %s is back within two seconds, however much was missed',
  async (format, { task }) => {
    const site = await createSite(server)
    const talk = { site, id: await site.talk('Talk') }
    await chat(talk, 5_000, LONG)
    const last = await lastSeq(talk)
    const times: number[] = []
    for (const missed of MISSED) {
      const startedMs = performance.now()
      const stream = await formats[format](talk, last - missed)
      await expect.poll(() => reaches(last)(stream), { interval: LOOK_MS }).toBe(true)
      times.push(Math.round(performance.now() - startedMs))
      stream.close()
    }
    task.meta.fault = {
      fault: `A viewer returns to a chat of long messages, in ${format}`,
      rounds: `${MISSED.map((missed) => missed.toLocaleString('en')).join(', ')} changes missed`,
      measured: `everything since, or a snapshot, within ${times.join(', ')} ms`,
    }
    process.stdout.write(`${inject('store')}: ${task.meta.fault.fault}: ${task.meta.fault.measured}\n`)
    expect(Math.max(...times)).toBeLessThanOrEqual(MAX_MS)
  },
)
