// The programme for other programs: an iCalendar file, and the frab format as JSON and XML.
import type { FastifyPluginAsync } from 'fastify'
import { originOf } from '../../../kernel/http/server/hosts.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { readOutline, readSchedule } from './feeds.ts'
import { frabJson } from './page-frab-json.ts'
import { type FeedContent, frabDocument } from './page-frab-schedule.ts'
import { frabXml } from './page-frab-xml.ts'
import { talkCalendar } from './page-talk-icalendar.ts'

export const feedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  const add = (path: string, operation: string, type: string, write: Write) =>
    publicPages.route(site, path, { operation, isFeed: true }, async (request) => {
      const { platform } = request.visit
      const read = (talkIds: readonly string[]) => readSchedule(services, platform, talkIds)
      const origin = originOf(request)
      return {
        content: (async function* () {
          yield* write({ platform, outline: await readOutline(services, platform), read, origin })
        })(),
        type: `${type}; charset=utf-8`,
        // Scripts of other sites may read a feed, because it is the same for everyone.
        headers: { 'access-control-allow-origin': '*' },
      }
    })

  add('/schedule.json', 'scheduleJson', 'application/json', (content) => frabDocument(frabJson, content))
  add('/schedule.xml', 'scheduleXml', 'application/xml', (content) => frabDocument(frabXml, content))
  add('/schedule.ics', 'scheduleCalendar', 'text/calendar', ({ platform, outline, read, origin }) => {
    const ids = outline.toSorted((a, b) => a.startAt - b.startAt).map(({ id }) => id)
    return talkCalendar(platform, read(ids), origin)
  })
}

type Write = (content: FeedContent) => AsyncIterable<string>
