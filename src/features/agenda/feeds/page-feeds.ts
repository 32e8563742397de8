// The programme for other programs: an iCalendar file, and the frab format as JSON and XML.
import type { FastifyPluginAsync } from 'fastify'
import { originOf } from '../../../kernel/http/server/hosts.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { readOutline, readSchedule } from './feeds.ts'
import { type FeedContent, type FeedDocument, FeedParts } from './page-feed-parts.ts'
import { frabJson } from './page-frab-json.ts'
import { frabDocument } from './page-frab-schedule.ts'
import { frabXml } from './page-frab-xml.ts'
import { calendarDocument } from './page-talk-icalendar.ts'

export const feedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  const parts = new FeedParts()

  const add = (path: string, operation: string, type: string, documentOf: DocumentOf) =>
    publicPages.route(site, path, { operation, isFeed: true }, async (request) => {
      const { platform } = request.visit
      const origin = originOf(request)
      return {
        content: (async function* () {
          const outline = await readOutline(services, platform)
          yield* parts.write({
            ...(await documentOf({ platform, outline, origin })),
            name: JSON.stringify([path, platform.id, origin]),
            context: platform,
            read: (talkIds) => readSchedule(services, platform, talkIds),
          })
        })(),
        type: `${type}; charset=utf-8`,
        // Scripts of other sites may read a feed, because it is the same for everyone.
        headers: { 'access-control-allow-origin': '*' },
      }
    })

  add('/schedule.json', 'scheduleJson', 'application/json', (content) => frabDocument(frabJson, content))
  add('/schedule.xml', 'scheduleXml', 'application/xml', (content) => frabDocument(frabXml, content))
  add('/schedule.ics', 'scheduleCalendar', 'text/calendar', calendarDocument)
}

type DocumentOf = (content: FeedContent) => FeedDocument | Promise<FeedDocument>
