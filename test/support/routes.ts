// Every route of the pages, as the app declares them: what holds for all is tested for all.
import Fastify from 'fastify'
import { LocalRateLimiter } from '../../src/http/guards/rate-limit.ts'
import { website } from '../../src/web/website.ts'
import type { TestApi } from './api.ts'

export type PageRoute = { method: 'GET' | 'POST'; url: string }

export async function listPageRoutes({ installation, clock }: TestApi): Promise<PageRoute[]> {
  const app = Fastify()
  const routes: PageRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    // Those with `allow` answer the methods that a route has not.
    if (config?.allow !== undefined) return
    for (const one of ['GET', 'POST'] as const)
      if ([method].flat().includes(one)) routes.push({ method: one, url })
  })
  await app.register(website, { services: installation, limiter: new LocalRateLimiter(clock) })
  await app.ready()
  await app.close()
  return routes
}

/**
 * The path of a route with what stands for its parameter; `samples` has it by the beginning of the route, parameter
 * included. Throws for a route that nobody has thought of.
 */
export function samplePath(url: string, samples: Readonly<Record<string, string>>): string {
  if (!url.includes(':')) return url
  const known = Object.keys(samples).filter((start) => url.startsWith(start))
  const start = known.sort((a, b) => b.length - a.length)[0]
  if (start === undefined) throw new Error(`Give a sample of ${url}.`)
  return start.replace(/:\w+$/, samples[start] ?? '') + url.slice(start.length)
}
