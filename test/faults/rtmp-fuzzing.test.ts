// Hostile bytes for both ends of RTMP, without the network.
import { expect, test } from 'vitest'
import { fuzzRtmp } from '../support/rtmp-fuzz.ts'
import { expectWithin, sized } from '../support/sizes.ts'

const SEED = 20_270_301
const INPUTS = sized({ small: 10_000, full: 1_000_000 })
const MAX_GROWTH = 200 * 1024 * 1024

test('neither end of RTMP fails on changed bytes, and its memory is bounded', ({ task }) => {
  const memory = process.memoryUsage().rss
  const { ended, tags, segments } = fuzzRtmp(SEED, INPUTS)
  const grown = process.memoryUsage().rss - memory
  expect(ended).toBeGreaterThan(INPUTS / 100)
  expect(tags).toBeGreaterThan(INPUTS)
  expectWithin(grown, MAX_GROWTH)
  task.meta.fault = {
    fault: 'Changed bytes of encoders and sources, for both ends of RTMP',
    rounds: `${INPUTS.toLocaleString('en')} inputs of seed ${SEED}`,
    measured: `0 failures; ${ended.toLocaleString('en')} connections ended, ${tags.toLocaleString('en')} packets and ${segments.toLocaleString('en')} segments were read; ${Math.round(grown / 2 ** 20)} MB more memory`,
  }
})
