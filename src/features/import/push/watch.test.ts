// Watching files.

import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchFiles } from './watch.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'))
})
afterEach(() => rm(folder, { recursive: true }))

const start = (files: string[], onPush: () => Promise<boolean> = async () => true, repeatMs = 10) => {
  const stop = new AbortController()
  const push = vi.fn(onPush)
  const ended = watchFiles(files, { push, signal: stop.signal, lookMs: 5, repeatMs })
  const pushed = (times: number) => vi.waitFor(() => expect(push).toHaveBeenCalledTimes(times))
  return { stop, ended, pushed, push }
}

it('pushes immediately, and again when a file is written, replaced, removed, or restored', async () => {
  const [file, columns] = [join(folder, 'a.csv'), join(folder, 'columns.json')]
  await writeFile(file, '1')
  const watch = start([file, columns])
  await watch.pushed(1)
  await writeFile(file, '22')
  await watch.pushed(2)
  await writeFile(join(folder, 'new'), '33')
  await rename(join(folder, 'new'), file)
  await watch.pushed(3)
  await writeFile(columns, '{}')
  await watch.pushed(4)
  await rm(file)
  await watch.pushed(5)
  watch.stop.abort()
  await watch.ended
  expect(watch.push).toHaveBeenCalledTimes(5)
})

it('notices changes during a push', async () => {
  const file = join(folder, 'a.csv')
  await writeFile(file, '1')
  let isFirst = true
  const watch = start([file], async () => {
    if (isFirst) await writeFile(file, 'written meanwhile')
    isFirst = false
    return true
  })
  await watch.pushed(2)
  watch.stop.abort()
  await watch.ended
})

it('ends after the current push when it is stopped', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const watch = start([join(folder, 'absent')], () => promise)
  await watch.pushed(1)
  let hasEnded = false
  const ended = watch.ended.then(() => {
    hasEnded = true
  })
  watch.stop.abort()
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)
  resolve(true)
  await ended
})

it('repeats a failed push until it succeeds', async () => {
  const file = join(folder, 'a.csv')
  await writeFile(file, '1')
  const outcomes = [false, false, true]
  const watch = start([file], async () => outcomes.shift() ?? true)
  await watch.pushed(3)
  await writeFile(file, '22')
  await watch.pushed(4)
  watch.stop.abort()
  await watch.ended
  expect(watch.push).toHaveBeenCalledTimes(4)
})

it('pushes changes immediately, without waiting for the next retry', async () => {
  const file = join(folder, 'a.csv')
  await writeFile(file, '1')
  const outcomes = [false, true]
  const watch = start([file], async () => outcomes.shift() ?? true, 3_600_000)
  await watch.pushed(1)
  await writeFile(file, '22')
  await watch.pushed(2)
  watch.stop.abort()
  await watch.ended
  expect(watch.push).toHaveBeenCalledTimes(2)
})
