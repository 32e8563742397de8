// The memory of the server and of its picture process while it reads 200 hostile files.
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'vitest'
import { startApi } from '../support/api.ts'
import { hostileFiles, uploadAll } from '../support/hostile-files.ts'
import { expectWithin } from '../support/sizes.ts'

/** That of the process that decodes pictures may exceed its limit for as long as it takes to notice. */
const MAX_CHILD_BYTES = 1.25 * 768 * 1024 * 1024
const MAX_GROWTH_BYTES = 384 * 1024 * 1024

test('hostile files take a bounded amount of memory', async () => {
  await using api = await startApi({ store: 'sqlite' })
  const files = await hostileFiles()
  const before = process.memoryUsage.rss()
  const memory = watchMemory()
  await uploadAll(api.send, files)
  const most = memory.stop()
  expectWithin(most.server - before, MAX_GROWTH_BYTES)
  expectWithin(most.child, MAX_CHILD_BYTES)
})

/** The most memory of this process, which is the server, and of those that decode pictures; 0 outside Linux. */
function watchMemory() {
  const most = { server: 0, child: 0 }
  const look = () => {
    most.server = Math.max(most.server, process.memoryUsage.rss())
    for (const bytes of childrenBytes()) most.child = Math.max(most.child, bytes)
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}

function childrenBytes(): number[] {
  if (process.platform !== 'linux') return []
  const ids = readdirSync('/proc/self/task').flatMap((task) => words(`/proc/self/task/${task}/children`))
  return ids
    .filter((id) => words(`/proc/${id}/cmdline`, '\0').some((word) => word.includes('picture-process')))
    .map(
      (id) => Number(/VmHWM:\s+(\d+)/.exec(words(`/proc/${id}/status`, '\u0001').join(''))?.[1] ?? 0) * 1024,
    )
}

/** None if the process has ended. */
function words(path: string, separator = ' '): string[] {
  try {
    return readFileSync(path, 'utf8').split(separator).filter(Boolean)
  } catch {
    return []
  }
}
