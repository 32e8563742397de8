// The routes of public pages and feeds. They are rendered once for all visitors after each change, then sent from
// memory.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/changes/errors.ts'
import { pageHooks } from '../../kernel/changes/features.ts'
import { PlatformVersions } from '../../kernel/changes/platform-versions.ts'
import type { Services } from '../../kernel/changes/services.ts'
import type { RateLimiter } from '../../kernel/http/guards/rate-limit.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { countedClient } from '../../kernel/http/server/trusted-proxies.ts'
import { RENDERS_PER_MINUTE } from '../limits.ts'
import { commonAreas, readSiteAreas } from '../site/site-menu.ts'
import { PageCache } from './page-cache.ts'
import {
  makeOwnResponse,
  makeResponse,
  type PublicDocument,
  type PublicResponse,
  sendResponse,
} from './public-response.ts'
import { queryValues } from './query.ts'
import { RenderQueue } from './render-queue.ts'
import { pathOf, type VisitPlatform } from './visit.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const QUERY_CACHE_BYTES = 16 * 1024 * 1024
const FEED_CACHE_BYTES = 32 * 1024 * 1024

type RouteOptions = {
  operation: string
  /** The query parameters that the page depends on. It cannot read others. */
  parameters?: readonly string[]
  /** The page is the same for everyone. Other pages show who is signed in, and are rendered for each user. */
  isForEveryone?: boolean
  /** Whether talks on the page have stars (`site/star.tsx`). */
  hasStars?: boolean
  /** Pages of this site show it in a frame. */
  isFramed?: boolean
  /** The document contains none of our texts, so it is the same in every language and for everyone. */
  isFeed?: boolean
}

type Render = () => Promise<PublicDocument>
type Outcome = { response: PublicResponse } | { waitSeconds: number }

/** What features know of public pages. */
export type PageReaders = {
  readPlatform(id: string): Promise<VisitPlatform | undefined>
  /** The next time (epoch milliseconds) at which pages with talks change on their own. */
  readNextBoundary(platformId: string, from: number): Promise<number>
}

type Options = { services: Pick<Services, 'store' | 'clock'>; limiter: RateLimiter; readers: PageReaders }

export class PublicPages {
  readonly #services: Pick<Services, 'store' | 'clock'>
  readonly #limiter: RateLimiter
  readonly #readers: PageReaders
  readonly #versions: PlatformVersions
  readonly #plain = new PageCache(CACHE_BYTES)
  /**
   * There is no limit to different queries. In a separate cache, they cannot evict the pages that most visitors open.
   */
  readonly #queried = new PageCache(QUERY_CACHE_BYTES)
  /** Feeds of a large programme cannot evict its pages. */
  readonly #feeds = new PageCache(FEED_CACHE_BYTES)
  readonly #queue = new RenderQueue()
  /** Pages that are being rendered, by version and key. */
  readonly #rendering = new Map<string, Promise<Outcome>>()

  constructor({ services, limiter, readers }: Options) {
    this.#services = services
    this.#limiter = limiter
    this.#readers = readers
    this.#versions = new PlatformVersions(services)
  }

  /** Adds a route for GET and HEAD. `render` gets the token for the forms of a signed-in user, or ''. */
  route<Params>(
    site: FastifyInstance,
    path: string,
    { operation, parameters = [], isFeed = false, isForEveryone = isFeed, ...options }: RouteOptions,
    render: (request: FastifyRequest<{ Params: Params }>, csrf: string) => Promise<PublicDocument>,
  ): void {
    const config = { hasStars: false, ...options, operation, parameters, isForEveryone, isFeed }
    site.get<{ Params: Params }>(path, { config }, async (request, reply) => {
      const isShared = isForEveryone || request.visit.user === null
      const response = isShared
        ? await this.#findOrRender(request, () => render(request, ''))
        : await this.#renderForUser(request, reply.generateCsrf(), (csrf) => render(request, csrf))
      // For `service-worker.js`, which keeps public pages.
      if (!isForEveryone) reply.header('lectern-keep', '1')
      return sendResponse(request, reply, response)
    })
  }

  /** A page of a signed-in user, which is not cached. */
  async #renderForUser(
    request: FastifyRequest,
    csrf: string,
    render: (csrf: string) => Promise<PublicDocument>,
  ): Promise<PublicResponse> {
    const { user } = request.visit
    const [stars] = pageHooks.of('stars')
    if (user && stars && request.routeOptions.config.hasStars) {
      const ids = new Set(await stars.readStarred(this.#services, user))
      request.visit.stars = { ids, csrf, next: request.url }
    }
    return makeOwnResponse(request, await render(csrf))
  }

  async #findOrRender(request: FastifyRequest, render: Render): Promise<PublicResponse> {
    const values = valuesOf(request)
    const key = keyOf(request, values)
    const cache = this.#cacheFor(request, values)
    // Read first: data read after it may be newer than the version, but never older.
    const version = await this.#versions.read(request.visit.platform.id)
    const cached = cache.find(key, version, this.#services.clock.now())
    if (cached) return cached
    const name = `${version} ${key}`
    for (let other = this.#rendering.get(name); other; other = this.#rendering.get(name)) {
      const outcome = await other
      if ('response' in outcome) return outcome.response
    }
    const rendering = this.#render(request, { cache, key, version, render })
    this.#rendering.set(name, rendering)
    const outcome = await rendering.finally(() => this.#rendering.delete(name))
    if ('response' in outcome) return outcome.response
    throw new Refusal('too_many_requests', { retryAfterSeconds: outcome.waitSeconds })
  }

  #cacheFor(request: FastifyRequest, values: readonly string[][]): PageCache {
    if (request.routeOptions.config.isFeed) return this.#feeds
    return values.flat().every((value) => value === '') ? this.#plain : this.#queried
  }

  async #render(
    request: FastifyRequest,
    { cache, key, version, render }: { cache: PageCache; key: string; version: string; render: Render },
  ): Promise<Outcome> {
    const verdict = await this.#limiter.take(`pages:${countedClient(request)}`, RENDERS_PER_MINUTE)
    if (!verdict.isAllowed) return { waitSeconds: verdict.resetSeconds }
    const { document, from, until } = await this.#queue.run(countedClient(request), () =>
      this.#renderNow(request, render),
    )
    const response = await makeResponse(document)
    cache.store(key, { version, from, until, response })
    return { response }
  }

  /** The document, and the time span in which it does not change on its own. */
  async #renderNow(request: FastifyRequest, render: Render) {
    const { platform, user } = request.visit
    const from = this.#services.clock.now()
    // The platform of the visit was read before the version, so it may be older.
    const current = await this.#readers.readPlatform(platform.id)
    if (!current) throw new Refusal('not_found')
    const areas = request.routeOptions.config.isForEveryone
      ? commonAreas()
      : (await readSiteAreas(this.#services, current))(user)
    request.visit = { ...request.visit, platform: current, areas }
    // The query is not included, because the page is for others, too.
    if (request.routeOptions.config.hasStars && pageHooks.of('stars').length > 0)
      request.visit.stars = { ids: null, csrf: '', next: pathOf(request) }
    const document = await render()
    const { periodMs } = document
    if (periodMs === undefined) return { document, from, until: Number.POSITIVE_INFINITY }
    const boundary = await this.#readers.readNextBoundary(platform.id, from)
    return { document, from, until: Math.min(boundary, (Math.floor(from / periodMs) + 1) * periodMs) }
  }
}

/** Everything that the page depends on, apart from the version of the site, the time, and the user. */
function keyOf(request: FastifyRequest, values: readonly string[][]): string {
  const { platform, language } = request.visit
  const ofTexts = request.routeOptions.config.isFeed ? null : language
  return JSON.stringify([platform.id, ofTexts, originOf(request), pathOf(request), ...values])
}

/** The values of the query parameters that the page depends on. */
const valuesOf = (request: FastifyRequest): string[][] =>
  (request.routeOptions.config.parameters ?? []).map((name) => queryValues(request, name))
