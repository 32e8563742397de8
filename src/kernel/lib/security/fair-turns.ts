// Fair turns: tenants take turns, and so do the clients of a tenant. The tasks of one client keep their order.

/** The requester of a task. */
export type Requester = { tenant: string; client: string }

/** Tasks by client. The order of the keys is the order of the turns, here and for tenants. */
type Clients<T> = Map<string, T[]>

export class FairTurns<T extends { readonly requester: Requester }> {
  readonly #tenants = new Map<string, Clients<T>>()

  get isEmpty(): boolean {
    return this.#tenants.size === 0
  }

  add(task: T): void {
    const { tenant, client } = task.requester
    const clients = this.#tenants.get(tenant) ?? new Map<string, T[]>()
    this.#tenants.set(tenant, clients)
    const tasks = clients.get(client)
    if (tasks) tasks.push(task)
    else clients.set(client, [task])
  }

  /** The task whose turn it is; undefined if none is waiting. */
  next(): T | undefined {
    const clients = takeFirst(this.#tenants)
    const tasks = clients && takeFirst(clients.value)
    const task = tasks?.value.shift()
    if (!clients || !tasks) return undefined
    // Adding the client and the tenant again moves them behind all others.
    if (tasks.value.length > 0) clients.value.set(tasks.name, tasks.value)
    if (clients.value.size > 0) this.#tenants.set(clients.name, clients.value)
    return task
  }

  /** The number of tasks that would start before a new task of this requester. */
  ahead({ tenant, client }: Requester): number {
    const { [client]: own = 0, ...others } = this.#waiting(tenant)
    const inTenant = own + sumUpTo(own + 1, Object.values(others))
    const elsewhere = [...this.#tenants.keys()].filter((other) => other !== tenant)
    const waiting = elsewhere.map((other) => sum(Object.values(this.#waiting(other))))
    return inTenant + sumUpTo(inTenant + 1, waiting)
  }

  /** The number of waiting tasks of each client of a tenant. */
  #waiting(tenant: string): Record<string, number> {
    const clients = [...(this.#tenants.get(tenant) ?? [])]
    return Object.fromEntries(clients.map(([client, { length }]) => [client, length]))
  }
}

const sum = (numbers: readonly number[]): number => sumUpTo(Number.POSITIVE_INFINITY, numbers)

/** The sum of the numbers, each capped at `most`. */
const sumUpTo = (most: number, numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + Math.min(number, most), 0)

function takeFirst<V>(map: Map<string, V>): { name: string; value: V } | undefined {
  const [first] = map
  if (first === undefined) return undefined
  map.delete(first[0])
  return { name: first[0], value: first[1] }
}
