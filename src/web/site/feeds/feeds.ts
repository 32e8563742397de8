// The programme for other programs: an iCalendar file, and the frab format as JSON and XML.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { readSchedule } from '../../../domain/site/feeds.ts'
import { sendTagged } from '../../pages/render.tsx'
import type { WebOptions } from '../../website.ts'
import { originOf } from '../site-urls.ts'
import { frabJson } from './frab-json.ts'
import { type FrabSchedule, frabSchedule } from './frab-schedule.ts'
import { frabXml } from './frab-xml.ts'
import { talkCalendar } from './talk-icalendar.ts'

export const feedRoutes: FastifyPluginAsync<WebOptions> = async (site, { services }) => {
  site.get('/schedule.ics', { config: { operation: 'scheduleCalendar' } }, async (request, reply) => {
    const { platform } = request.visit
    const { events } = await readSchedule(services, platform)
    return sendFeed(request, reply, talkCalendar(platform, events, originOf(request)), 'text/calendar')
  })

  const sendFrab =
    (write: (schedule: FrabSchedule) => string, type: string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { platform } = request.visit
      const schedule = await readSchedule(services, platform)
      return sendFeed(request, reply, write(frabSchedule(platform, schedule, originOf(request))), type)
    }
  site.get(
    '/schedule.json',
    { config: { operation: 'scheduleJson' } },
    sendFrab(frabJson, 'application/json'),
  )
  site.get('/schedule.xml', { config: { operation: 'scheduleXml' } }, sendFrab(frabXml, 'application/xml'))
}

/** Scripts of other sites may read a feed, because it is the same for everyone. */
function sendFeed(request: FastifyRequest, reply: FastifyReply, content: string, type: string) {
  reply.header('access-control-allow-origin', '*')
  return sendTagged(request, reply, content, `${type}; charset=utf-8`)
}
