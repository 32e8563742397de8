// Frees memory once the process is idle. V8 collects garbage only when more is allocated, so after a busy time, an idle
// process would keep all of it: about 80 MB after a minute of hostile requests.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 10_000
/** Time until the first check, and between checks until a collection, because a start leaves about 60 MB. */
const FIRST_MS = 2_000
/** Share of time in which an idle process is active, for example answering health checks. */
const MAX_UTILIZATION = 0.05
/** A collection takes about 100 ms, so it has to be worth it. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Checks every ten seconds, and more often at first. `close` ends it. */
export function startIdleCollection({ everyMs = EVERY_MS, firstMs = FIRST_MS } = {}): { close(): void } {
  const collect = garbageCollector()
  let before = performance.eventLoopUtilization()
  let keptBytes = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization <= MAX_UTILIZATION && usedBytes() - keptBytes >= MIN_GROWTH_BYTES) {
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      keptBytes = usedBytes()
      before = performance.eventLoopUtilization()
    }
    timer = setTimeout(look, keptBytes === 0 ? firstMs : everyMs).unref()
  }
  let timer = setTimeout(look, firstMs).unref()
  return { close: () => clearTimeout(timer) }
}

function usedBytes(): number {
  const { heapTotal, arrayBuffers } = process.memoryUsage()
  return heapTotal + arrayBuffers
}

/**
 * V8's own function (nodejs.org/api/v8.html#v8setflagsfromstringflags). Contexts created after the flag is set have it.
 */
function garbageCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return collect
}
