// The writer thread commits changes in groups; a change that fails does not affect the others of its group.
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createTestStore } from '../../../../test/support/stores.ts'
import { defaultSettings } from '../../../features/platforms/default-settings-schema.ts'
import { listPlatforms, platformWrites } from '../../../features/platforms/store.ts'
import { Refusal, refusalCodec } from '../../changes/errors.ts'
import type { Operation } from '../changes/operation.ts'
import { migrate } from '../migrations/migrate.ts'
import { openReading, openWriting, Session } from './connection.ts'
import type { FromWriter, Job, JobResult } from './protocol.ts'
import { runWriter } from './writer.ts'

type Input = { slugs: string[] }

/** Creates platforms with these slugs; a taken slug violates a unique constraint when it is written. */
const createPlatforms: Operation<object, Input, number> = {
  name: 'createPlatforms',
  load: () => ({}),
  decide(_state, ctx, { slugs }) {
    if (slugs.length === 0) throw new Refusal('not_found')
    const row = (slug: string) => ({
      id: ctx.newId(),
      slug,
      name: slug,
      settings: defaultSettings,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    return { writes: slugs.map((slug) => platformWrites.insert(row(slug))), events: [], answer: slugs.length }
  },
}

const groups: { name: string; inputs: string[][]; statuses: string[]; kept: string[] }[] = [
  {
    name: 'commits all valid changes of a group',
    inputs: [['a'], ['b', 'c']],
    statuses: ['done', 'done'],
    kept: ['a', 'b', 'c'],
  },
  {
    name: 'commits the other changes of a group when one is refused',
    inputs: [['a'], [], ['b']],
    statuses: ['done', 'refused', 'done'],
    kept: ['a', 'b'],
  },
  {
    name: 'rolls back a change that fails between its writes and commits the others',
    inputs: [['a'], ['b', 'a'], ['c']],
    statuses: ['done', 'failed', 'done'],
    kept: ['a', 'c'],
  },
  {
    name: 'rolls back a single change that fails',
    inputs: [['a', 'a']],
    statuses: ['failed'],
    kept: [],
  },
]

test.each(groups)('$name', async ({ inputs, statuses, kept }) => {
  await using testStore = await createTestStore('sqlite', { isDurable: true })
  if (testStore.location.dialect !== 'sqlite') throw new Error('The test store is not SQLite.')
  await migrate(testStore.location)
  const { port1, port2 } = new MessageChannel()
  runWriter({
    path: testStore.location.path,
    port: port1,
    operations: [createPlatforms],
    refusals: refusalCodec,
  })
  await once(port2, 'message')
  port2.postMessage({ type: 'jobs', jobs: inputs.map(jobOf) })
  const [message] = (await once(port2, 'message')) as [FromWriter]
  port2.postMessage({ type: 'close' })
  await once(port2, 'message')

  const outcomes = message.type === 'results' ? message.results : []
  expect(outcomes.map((outcome) => ({ id: outcome.id, status: statusOf(outcome) }))).toEqual(
    statuses.map((status, id) => ({ id, status })),
  )
  expect(slugsIn(testStore.location.path)).toEqual(kept)
})

test('an update writes each column that differs, and no other', async () => {
  await using testStore = await createTestStore('sqlite')
  if (testStore.location.dialect !== 'sqlite') throw new Error('The test store is not SQLite.')
  await migrate(testStore.location)
  const db = openWriting(testStore.location.path)
  const session = new Session(db)
  let row = {
    id: 'a',
    slug: 'a',
    name: 'A',
    settings: defaultSettings,
    createdAt: 1,
    updatedAt: 1,
  }
  session.write(platformWrites.insert(row))
  const changes: Partial<typeof row>[] = [
    { name: 'B' },
    { settings: { ...defaultSettings, requestsPerMinute: 7 }, updatedAt: 2 },
    {},
    { slug: 'b', name: 'C', updatedAt: 3 },
    { name: 'D' },
  ]
  for (const change of changes) {
    const before = row
    row = { ...before, ...change }
    const write = platformWrites.update(row, before)
    session.write(write)
    expect(session.read(listPlatforms({}))).toEqual([row])
    const written = / set (.*) where /.exec(write.narrow?.for('sqlite').sql ?? '')?.[1]
    const columns = written?.split(', ').map((part) => part.split(' ')[0]?.replaceAll('"', '')) ?? []
    const names: Record<string, string> = { updatedAt: 'updated_at' }
    expect(columns.toSorted()).toEqual(
      Object.keys(change)
        .map((name) => names[name] ?? name)
        .toSorted(),
    )
  }
  db.close()
})

function statusOf(job: JobResult) {
  if (job.status !== 'executed') return job.status
  return job.result.status === 'finished' ? job.result.outcomes[0]?.status : job.result.status
}

const jobOf = (slugs: string[], id: number): Job => ({
  id,
  ctx: {
    platformId: '',
    actor: { kind: 'system', id: null, level: 'privileged' },
    requestId: null,
    now: Date.UTC(2027, 2, 1),
    passwordRule: defaultSettings.password,
    capacity: null,
  },
  transaction: { commands: [{ operation: createPlatforms.name, input: { slugs } satisfies Input }] },
})

function slugsIn(path: string): string[] {
  const db = openReading(path)
  try {
    return new Session(db)
      .read(listPlatforms({}))
      .map(({ slug }) => slug)
      .sort()
  } finally {
    db.close()
  }
}
