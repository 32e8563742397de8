// Prints how a run of the tests went, for `.ci/run`: what failed, the slowest files, the time beside its budget, and a last
// line "N passed, N failed". Arguments: the JSON report of vitest; a folder with the output of `times` before and after the
// run and of `reference.js`; the wall seconds of the run.
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The CPU time of `npm test` in units of `reference.js`, because machines differ by a factor of two: eight minutes on two cores. */
const BUDGET = 600
const SLOWEST = 20

const print = (line) => process.stdout.write(`${line}\n`)

const [file, spent, wallSeconds] = process.argv.slice(2)
const none = { numPassedTests: 0, numFailedTests: 1, numPendingTests: 0, testResults: [] }
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : none
const { numPassedTests, numFailedTests, numPendingTests, testResults } = results
const isFailed = ({ status }) => status === 'failed'
const nameOf = ({ name }) => relative(process.cwd(), name)

// A file that could not be loaded has no test that failed.
const unloaded = testResults.filter((suite) => isFailed(suite) && !suite.assertionResults.some(isFailed))
for (const suite of unloaded) print(`FAILED ${nameOf(suite)}: ${suite.message}`)
for (const suite of testResults)
  for (const { fullName, failureMessages } of suite.assertionResults.filter(isFailed))
    print(`FAILED ${nameOf(suite)}: ${fullName}\n  ${failureMessages[0]?.slice(0, 1_000)}`)

const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1_000
print(`\nThe ${SLOWEST} slowest files:`)
for (const suite of testResults.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, SLOWEST))
  print(`${secondsOf(suite).toFixed(1).padStart(7)} s  ${nameOf(suite)}`)

/** The CPU seconds of the children of a shell: the second line of `times`, such as `1m2.3s 0m4.5s`. */
const childSeconds = (name) =>
  [
    ...readFileSync(join(spent, name), 'utf8')
      .split('\n')[1]
      .matchAll(/(\d+)m([\d.]+)s/g),
  ].reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0)
const cpuSeconds = childSeconds('after') - childSeconds('before')
const referenceSeconds = Number(readFileSync(join(spent, 'reference'), 'utf8'))
const units = Math.round(cpuSeconds / referenceSeconds)
print(
  `\nnpm test: ${Math.round(wallSeconds)} s, ${Math.round(cpuSeconds)} s of CPU = ${units} units of ${referenceSeconds} s; budget ${BUDGET} units`,
)
if (units > BUDGET)
  print('WARNING: npm test is over its budget. Make tests faster, or move some to test:full.')

const failed = numFailedTests + unloaded.length
print(`\n${numPassedTests} passed, ${failed} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`)
