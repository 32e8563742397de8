// All routes of the pages, as declared by the app, so that general rules are tested for every route.
import Fastify from 'fastify'
import type { Installation } from '../../src/app/context.ts'
import { website } from '../../src/app/website.ts'
import { LocalRateLimiter } from '../../src/kernel/http/guards/rate-limit.ts'
import type { Running } from '../../src/kernel/http/running.ts'
import { createBodyBudget } from '../../src/kernel/http/server/large-bodies.ts'
import type { Clock } from '../../src/kernel/lib/time/clock.ts'

export type PageRoute = { method: 'GET' | 'POST'; url: string }

type Serving = { installation: Installation; clock: Clock }

export async function listPageRoutes({ installation, clock }: Serving): Promise<PageRoute[]> {
  const app = Fastify()
  const routes: PageRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    // Routes with `allow` answer methods that another route does not support.
    if (config?.allow !== undefined) return
    for (const one of ['GET', 'POST'] as const)
      if ([method].flat().includes(one)) routes.push({ method: one, url })
  })
  const running = { services: installation, limiter: new LocalRateLimiter(clock), budget: createBodyBudget() }
  // Routes use what features have started only when they are called.
  await app.register(website, running as unknown as Running)
  await app.ready()
  await app.close()
  return routes
}

/**
 * The path of a route with a value for its parameter. `samples` contains the values by the start of the route,
 * including the parameter. Throws for a route without a sample.
 */
export function samplePath(url: string, samples: Readonly<Record<string, string>>): string {
  if (!url.includes(':')) return url
  const known = Object.keys(samples).filter((start) => url.startsWith(start))
  const start = known.sort((a, b) => b.length - a.length)[0]
  if (start === undefined) throw new Error(`Give a sample of ${url}.`)
  // Earlier parameters of the route have their own samples.
  return samplePath(start.replace(/:\w+$/, samples[start] ?? '') + url.slice(start.length), samples)
}
