// Bare SQLite: the same transactions with the same settings on one connection, with nothing around them.
import { openWriting } from '../src/kernel/store/sqlite/connection.ts'
import { answerQuestions } from './child.ts'
import type { Recorded, RecordedStatement } from './transaction.ts'

export type BareSqlite = { path: string; transactions: Recorded[] } | { perCommit: number; seconds: number }

let lastEvent = Date.now() * 1000
let commit: (count: number) => void = () => {}

answerQuestions<BareSqlite>((question) => {
  if ('path' in question) {
    commit = prepare(question.path, question.transactions)
    return undefined
  }
  const { perCommit, seconds } = question
  const startedMs = performance.now()
  let count = 0
  for (const endMs = startedMs + seconds * 1000; performance.now() < endMs; count += perCommit)
    commit(perCommit)
  return count / ((performance.now() - startedMs) / 1000)
})

/** Returns a function that runs the next `count` transactions in one commit. */
function prepare(path: string, transactions: readonly Recorded[]): (count: number) => void {
  const db = openWriting(path)
  const prepared = new Map<string, ReturnType<typeof db.prepare>>()
  const ready = ({ sql }: RecordedStatement) => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const read = (step: RecordedStatement) => {
    const statement = ready(step)
    return () => statement.all(...step.values)
  }
  const write = (step: RecordedStatement) => {
    const statement = ready(step)
    const refresh = refresher(step)
    return () => statement.run(...refresh())
  }
  const steps = transactions.map(({ reads, writes }) => [...reads.map(read), ...writes.map(write)])
  const [begin, end] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]
  let next = 0
  return (count) => {
    begin.run()
    for (let done = 0; done < count; done += 1) {
      for (const step of steps[next] ?? []) step()
      next = (next + 1) % steps.length
    }
    end.run()
  }
}

/** Returns the values of a statement. An event gets a new id each time. */
function refresher({ name, values, places }: RecordedStatement) {
  const place = name === 'events.insert' ? places.indexOf('id') : -1
  return () => {
    lastEvent += 1
    return place === -1 ? values : values.with(place, `00000000-0000-7000-8000-${lastEvent}`)
  }
}
