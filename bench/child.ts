// Child processes that answer questions. Every measured program runs in its own process.
import { fork } from 'node:child_process'

type Question = { id: number; question: unknown }
type Reply = { id: number; answer?: unknown; problem?: string }

export type Child = { ask<T>(question: unknown): Promise<T> } & AsyncDisposable

/** Starts `bench/<name>.ts`, which must call `answerQuestions`. */
export function startChild(name: string): Child {
  const child = fork(new URL(`./${name}.ts`, import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let lastId = 0
  child.on('message', ({ id, answer, problem }: Reply) => {
    if (problem === undefined) waiting.get(id)?.resolve(answer)
    else waiting.get(id)?.reject(new Error(`${name}: ${problem}`))
    waiting.delete(id)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} exited.`))
  })
  return {
    // The file of the child determines the type of an answer, and its callers are in this folder, too.
    ask: <T>(question: unknown) => {
      const pending = Promise.withResolvers<unknown>()
      lastId += 1
      waiting.set(lastId, pending)
      child.send({ id: lastId, question } satisfies Question)
      return pending.promise as Promise<T>
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

/** In the child: answers the questions of its parent, and exits with it. */
export function answerQuestions<Q>(answerTo: (question: Q) => unknown): void {
  process.on('message', async ({ id, question }: Question) => {
    const reply = await settle(() => answerTo(question as Q))
    process.send?.({ id, ...reply } satisfies Reply)
  })
  process.on('disconnect', () => process.exit())
}

async function settle(work: () => unknown): Promise<Omit<Reply, 'id'>> {
  try {
    return { answer: await work() }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
