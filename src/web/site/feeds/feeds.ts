// The programme for other programs: an iCalendar file, and the frab format as JSON and XML.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { readSchedule } from '../../../domain/site/feeds.ts'
import { originOf } from '../../../http/server/hosts.ts'
import type { PublicDocument } from '../../pages/public-response.ts'
import type { WebOptions } from '../../website.ts'
import { frabJson } from './frab-json.ts'
import { type FrabFormat, frabDocument } from './frab-schedule.ts'
import { frabXml } from './frab-xml.ts'
import { talkCalendar } from './talk-icalendar.ts'

export const feedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, publicPages }) => {
  const add = (path: string, operation: string, read: (request: FastifyRequest) => Promise<PublicDocument>) =>
    publicPages.route(site, path, { operation, isFeed: true }, read)

  add('/schedule.ics', 'scheduleCalendar', async (request) => {
    const { platform } = request.visit
    const portions = readSchedule(services, platform)
    return feed(await talkCalendar(platform, portions, originOf(request)), 'text/calendar')
  })

  const frab = (format: FrabFormat, type: string) => async (request: FastifyRequest) => {
    const { platform } = request.visit
    const portions = readSchedule(services, platform)
    return feed(await frabDocument(format, { platform, portions, origin: originOf(request) }), type)
  }
  add('/schedule.json', 'scheduleJson', frab(frabJson, 'application/json'))
  add('/schedule.xml', 'scheduleXml', frab(frabXml, 'application/xml'))
}

/** Scripts of other sites may read a feed, because it is the same for everyone. */
const feed = (content: string, type: string): PublicDocument => ({
  content,
  type: `${type}; charset=utf-8`,
  headers: { 'access-control-allow-origin': '*' },
})
