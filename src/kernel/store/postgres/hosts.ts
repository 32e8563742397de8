// The servers of a PostgreSQL URL. With several, connections go to the one that accepts writes.
import { urlsOfHosts } from '../../lib/web/postgres-urls.ts'
import { pg } from './driver.ts'

const PROBE_MS = 1_000

export class Hosts {
  readonly #urls: readonly string[]
  #current: string
  #finding: Promise<void> | undefined

  constructor(url: string) {
    this.#urls = urlsOfHosts(url) ?? [url]
    this.#current = this.#urls[0] ?? url
  }

  /** The URL of the server to connect to. */
  get current(): string {
    return this.#current
  }

  get hasSeveral(): boolean {
    return this.#urls.length > 1
  }

  /** Looks for the server that accepts writes. If there is none, keeps the current one. Never throws. */
  async findPrimary(): Promise<void> {
    if (!this.hasSeveral) return
    this.#finding ??= Promise.any(this.#urls.map(requirePrimary))
      .then(
        (url) => {
          this.#current = url
        },
        () => {},
      )
      .finally(() => {
        this.#finding = undefined
      })
    await this.#finding
  }
}

async function requirePrimary(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ mode: string }>(
      "select current_setting('transaction_read_only') as mode",
    )
    if (rows[0]?.mode !== 'off') throw new Error('The server accepts no writes.')
    return url
  } finally {
    client.end().catch(() => {})
  }
}
