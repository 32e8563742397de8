// Time limits for work that may never finish.

/**
 * The result of the work; throws `late()` if it takes longer. The work itself continues. If this process was busy, a
 * result that is already there still counts.
 */
export function withTimeLimit<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => reject(late())), timeoutMs)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
