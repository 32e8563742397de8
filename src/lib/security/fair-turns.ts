// Fair turns: tenants take turns, and so do the clients of a tenant. The batches of one client keep their order.

/** Who sends a batch. */
export type Requester = { tenant: string; client: string }

/** Work of `size` units, `started` of which have started. */
export type Batch = { readonly requester: Requester; readonly size: number; started: number }

/** Batches by client. The order of the keys is the order of the turns, here and for tenants. */
type Clients<B> = Map<string, B[]>

export class FairTurns<B extends Batch> {
  readonly #tenants = new Map<string, Clients<B>>()

  get isEmpty(): boolean {
    return this.#tenants.size === 0
  }

  add(batch: B): void {
    const { tenant, client } = batch.requester
    const clients = this.#tenants.get(tenant) ?? new Map<string, B[]>()
    this.#tenants.set(tenant, clients)
    const batches = clients.get(client)
    if (batches) batches.push(batch)
    else clients.set(client, [batch])
  }

  /** The batch whose next unit has its turn now; undefined if nothing waits. */
  next(): B | undefined {
    const clients = takeFirst(this.#tenants)
    const batches = clients && takeFirst(clients.value)
    const batch = batches?.value[0]
    if (!clients || !batches || !batch) return undefined
    batch.started += 1
    const left = batch.started < batch.size ? batches.value : batches.value.slice(1)
    // Added again, the client and the tenant move behind all others.
    if (left.length > 0) clients.value.set(batches.name, left)
    if (clients.value.size > 0) this.#tenants.set(clients.name, clients.value)
    return batch
  }

  /** Drops the units of a batch that have not started. */
  drop(batch: B): void {
    batch.started = batch.size
    const { tenant, client } = batch.requester
    const clients = this.#tenants.get(tenant)
    const left = clients?.get(client)?.filter((other) => other !== batch) ?? []
    if (left.length > 0) clients?.set(client, left)
    else clients?.delete(client)
    if (clients?.size === 0) this.#tenants.delete(tenant)
  }

  /** How many units of each client of a tenant are waiting. */
  waiting(tenant: string): ReadonlyMap<string, number> {
    const clients = [...(this.#tenants.get(tenant) ?? [])]
    return new Map(clients.map(([client, batches]) => [client, sum(batches.map(unitsLeft))]))
  }

  /** How many units start before the last of `added` units, if the requester adds them now. */
  ahead({ tenant, client }: Requester, added: number): number {
    const { [client]: own = 0, ...others } = Object.fromEntries(this.waiting(tenant))
    const inTenant = own + sumUpTo(own + added, Object.values(others))
    const elsewhere = [...this.#tenants.keys()].filter((other) => other !== tenant)
    return (
      inTenant +
      sumUpTo(
        inTenant + added,
        elsewhere.map((other) => sum(this.waiting(other).values())),
      )
    )
  }
}

const unitsLeft = ({ size, started }: Batch): number => size - started

const sum = (numbers: Iterable<number>): number => sumUpTo(Number.POSITIVE_INFINITY, numbers)

/** The sum of the numbers, each capped at `most`. */
export function sumUpTo(most: number, numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += Math.min(number, most)
  return total
}

function takeFirst<V>(map: Map<string, V>): { name: string; value: V } | undefined {
  const [first] = map
  if (first === undefined) return undefined
  map.delete(first[0])
  return { name: first[0], value: first[1] }
}
