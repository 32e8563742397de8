// Drawn pictures: the cards with which other sites show links to the home page, the agenda, and talks, and the icons of
// the site.
import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { countedClient } from '../../kernel/http/server/trusted-proxies.ts'
import { ByteCache } from '../../kernel/lib/data/byte-cache.ts'
import { namesTag } from '../../kernel/lib/data/entity-tags.ts'
import { parsePicturePath } from '../../kernel/lib/web/file-paths.ts'
import { namesOfFile } from '../../kernel/lib/web/picture-sizes.ts'
import { messagesFor } from '../../kit/messages/messages.ts'
import { trackColor } from '../../kit/pages/assets.ts'
import { textOn } from '../../kit/pages/theme.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import type { Drawing } from '../files/drawings.ts'
import { speakerNames } from '../talks/programme/page-talk-card.tsx'
import { readEventSpan } from './home.ts'
import { CARDS_PER_MINUTE } from './limits.ts'
import { whenAndWhere } from './page-home-hero.tsx'
import { readTalkPage } from './talk-page.ts'

/** Change it together with the drawings, so that browsers request them again. */
const VERSION = 1
const CACHE_BYTES = 8 * 1024 * 1024
/** Sizes for home screens. */
export const ICON_SIDES = [192, 512]
/** Size for browser tabs. */
const TAB_ICON_SIDE = 48

type ById = { id: string }
type Content =
  | { kind: 'card'; title: string; lines: string[]; color: string }
  | { kind: 'icon'; side: number; color: string; onColor: string; icon: string | null }

export const cardRoutes: FastifyPluginAsync<WebOptions> = async (site, { services, limiter }) => {
  const drawn = new ByteCache<Buffer>(CACHE_BYTES)
  const drawing = new Map<string, Promise<Buffer>>()

  site.addHook('onRequest', async (request) => {
    await requireAllowed(limiter, `cards:${countedClient(request)}`, CARDS_PER_MINUTE)
  })

  async function draw(request: FastifyRequest, key: string, content: Content): Promise<Buffer> {
    const { id, name, settings } = request.visit.platform
    const logo = await readPicture(settings.logo)
    const task: Drawing =
      content.kind === 'card'
        ? { ...content, name, logo }
        : { ...content, name, logo, picture: await readPicture(content.icon) }
    const picture = await services.pictures.draw({ tenant: id, client: 'cards' }, task)
    drawn.store(key, picture, picture.length + 2 * key.length)
    return picture
  }

  /** The smallest size of an uploaded picture that is large enough. Pictures of other hosts are not requested. */
  async function readPicture(path: string | null): Promise<Buffer | undefined> {
    if (path === null || !parsePicturePath(path)) return undefined
    const names = namesOfFile(path).filter((name) => name.endsWith('.webp'))
    return services.files.readPicture(names[1] ?? names[0] ?? '')
  }

  async function send(request: FastifyRequest, reply: FastifyReply, content: Content) {
    const { id, name, settings } = request.visit.platform
    const key = JSON.stringify([VERSION, id, name, settings.logo, content])
    const tag = createHash('sha256').update(key).digest('base64url').slice(0, 27)
    reply.header('cache-control', 'public, max-age=3600').header('etag', `"${tag}"`)
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const known = drawn.peek(key)
    drawn.use(key)
    const waiting = drawing.get(key)
    if (known || waiting) return reply.type('image/png').send(known ?? (await waiting))
    const made = draw(request, key, content)
    drawing.set(key, made)
    const picture = await made.finally(() => drawing.delete(key))
    return reply.type('image/png').send(picture)
  }

  const textsOf = ({ visit }: FastifyRequest) => messagesFor(visit.platform.settings.language)
  const readPlace = async (request: FastifyRequest) => {
    const { platform } = request.visit
    return whenAndWhere(textsOf(request), platform, { span: await readEventSpan(services, platform) })
  }

  site.get('/card.png', { config: { operation: 'homeCard' } }, async (request, reply) => {
    const { name, settings } = request.visit.platform
    const lines = [settings.tagline ?? '', await readPlace(request)].filter((line) => line !== '')
    return send(request, reply, { kind: 'card', title: name, lines, color: settings.accent })
  })

  site.get('/agenda/card.png', { config: { operation: 'agendaCard' } }, async (request, reply) => {
    const { platform } = request.visit
    const place = await readPlace(request)
    return send(request, reply, {
      ...{ kind: 'card', title: textsOf(request).agenda.titleOf({ platform: platform.name }) },
      ...{ lines: place === '' ? [] : [place], color: platform.settings.accent },
    })
  })

  site.get<{ Params: ById }>(
    '/talks/:id/card.png',
    { config: { operation: 'talkCard' } },
    async (request, reply) => {
      const { platform } = request.visit
      const { talk, speakers, color } = await readTalkPage(
        services,
        { platform, user: null },
        request.params.id,
      )
      const messages = textsOf(request)
      const { time } = messages
      const zone = talk.timezone ?? platform.settings.timezone
      const when = `${time.day(talk.startAt, zone)}, ${time.clock(talk.startAt, zone)}`
      const lines = [speakerNames(messages, speakers), [when, talk.room].filter(Boolean).join(' · ')]
      return send(request, reply, {
        ...{ kind: 'card', title: talk.title, lines: lines.filter((line) => line !== '') },
        color: color === undefined ? platform.settings.accent : trackColor(color),
      })
    },
  )

  for (const side of [TAB_ICON_SIDE, ...ICON_SIDES])
    site.get(`/icon-${side}.png`, { config: { operation: 'siteIcon' } }, async (request, reply) => {
      const { accent, icon } = request.visit.platform.settings
      return send(request, reply, { kind: 'icon', side, color: accent, onColor: textOn(accent), icon })
    })
}
