// The page with the talks that someone has starred. For visitors without an account, it starts empty and is the same
// for everyone; `my-agenda.js` then requests it again with the stars in the browser.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { requireAllowed } from '../../kernel/http/guards/rate-limit.ts'
import { countedClient } from '../../kernel/http/server/trusted-proxies.ts'
import { mapInSlices } from '../../kernel/lib/time/slices.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { valuesOf } from '../../kit/forms/forms.ts'
import { LONG_FORM_BYTES } from '../../kit/limits.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { fragmentHtml } from '../../kit/pages/fragment.tsx'
import { QUARTER_HOUR_MS } from '../../kit/pages/public-response.ts'
import { publicPage } from '../../kit/pages/render.tsx'
import { messagesOf, type Visit, zoneOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { PublicPage } from '../../kit/site/site-page.tsx'
import { StarsContext } from '../../kit/site/star.tsx'
import { isAccountPage } from '../access/page-account-layout.tsx'
import { TalkCard } from '../talks/programme/page-talk-card.tsx'
import { AGENDAS_PER_MINUTE, MAX_FAVORITES } from './limits.ts'
import { type MyAgenda, type MyAgendaTalk, readMyAgenda } from './my-agenda.ts'

/** The choices of e-mails. */
const EMAILS = '/account/emails'

const PATH = '/my-agenda'

export const myAgendaRoutes: FastifyPluginAsync<WebOptions> = async (site, options) => {
  const { services, limiter, publicPages } = options
  const read = (request: FastifyRequest, ids: readonly string[]) =>
    readMyAgenda(services, request.visit.platform, { ids, zone: zoneOf(request.visit) })

  publicPages.route(site, PATH, { operation: 'myAgendaPage', hasStars: true }, async (request) => {
    const ids = request.visit.stars?.ids
    return myAgendaPage(request, {
      agenda: await renderCards(request, await read(request, ids ? [...ids] : [])),
      isComplete: !!ids,
      now: services.clock.now(),
    })
  })

  // Works like a GET, but a thousand ids are too long for an address.
  site.post(
    PATH,
    { config: { operation: 'myAgendaOfBrowser', needsNoToken: true }, bodyLimit: LONG_FORM_BYTES },
    async (request, reply) => {
      await requireAllowed(limiter, `my-agenda:${countedClient(request)}`, AGENDAS_PER_MINUTE)
      request.visit.stars = { ids: null, csrf: '', next: PATH }
      const found = await read(request, valuesOf(request, 'talk').slice(0, MAX_FAVORITES))
      const agenda = await renderCards(request, found)
      const {
        content,
        type,
        headers = {},
      } = await myAgendaPage(request, { agenda, isComplete: true, now: services.clock.now() })
      return reply.headers(headers).type(type).send(content)
    },
  )
}

/** The agenda with its cards as HTML. */
type Rendered = { days: { from: number; cards: string }[]; past: { count: number; cards: string } } & Pick<
  MyAgenda,
  'clashCount'
>

/** Others do not wait while a thousand cards are rendered. */
async function renderCards(request: FastifyRequest, { days, past, clashCount }: MyAgenda): Promise<Rendered> {
  const { visit } = request
  const render = async (talks: readonly MyAgendaTalk[], hasDay: boolean) => {
    const cards = await mapInSlices(talks, (talk) =>
      fragmentHtml(
        <StarsContext.Provider value={visit.stars}>
          <Card talk={talk} visit={visit} hasDay={hasDay} />
        </StarsContext.Provider>,
        visit.language,
      ),
    )
    return cards.join('')
  }
  const rendered: Rendered['days'] = []
  for (const { from, talks } of days) rendered.push({ from, cards: await render(talks, false) })
  return { days: rendered, past: { count: past.length, cards: await render(past, true) }, clashCount }
}

type Content = {
  agenda: Rendered
  /** Whether the talks are already on the page. */
  isComplete: boolean
  /** Epoch milliseconds. */
  now: number
}

function myAgendaPage(request: FastifyRequest, { agenda, isComplete, now }: Content) {
  const { visit } = request
  const { favorites: texts } = messagesOf(request)
  return publicPage(
    request,
    <PublicPage
      visit={visit}
      title={texts.myAgenda}
      path={PATH}
      styles={['my-agenda.css']}
      scripts={['my-agenda.js']}
      // Search engines would only find an empty page here.
      head={<meta name="robots" content="noindex" />}
    >
      <div class="title-line">
        <h1>{texts.myAgenda}</h1>
        {visit.user ? (
          <div class="actions">
            <a class="button" href="/account/calendar">
              <Icon name="calendar-plus" />
              {texts.subscribe}
            </a>
            {isAccountPage(EMAILS) ? (
              <a class="button" href={EMAILS}>
                <Icon name="mail" />
                {texts.emails}
              </a>
            ) : null}
          </div>
        ) : null}
      </div>
      {visit.user ? null : <SignInNotice hasSignUp={visit.platform.settings.hasSignUp} />}
      <div id="my-agenda" {...(isComplete ? {} : { 'data-waits': true, 'data-failed': texts.notLoaded })}>
        <Talks agenda={agenda} zone={zoneOf(visit)} isComplete={isComplete} />
      </div>
      <p class="quiet">
        {texts.timeZone({ zone: messagesOf(request).time.zone(agenda.days[0]?.from ?? now, zoneOf(visit)) })}
      </p>
    </PublicPage>,
    { periodMs: QUARTER_HOUR_MS },
  )
}

function SignInNotice({ hasSignUp }: { hasSignUp: boolean }) {
  const { favorites: texts } = useMessages()
  const link = (href: string) => (text: ComponentChildren) => <a href={href}>{text}</a>
  return (
    <p class="notice">
      {texts.inBrowser} {texts.signIn({ link: link(`/sign-in?next=${encodeURIComponent(PATH)}`) })}
      {hasSignUp ? <> {texts.signUp({ link: link('/sign-up') })}</> : null}
    </p>
  )
}

function Talks({
  agenda: { days, past, clashCount },
  zone,
  isComplete,
}: Omit<Content, 'now'> & { zone: string }) {
  const { favorites: texts, time } = useMessages()
  if (days.length + past.count === 0) return <Nothing isComplete={isComplete} />
  return (
    <>
      {clashCount > 0 ? <p class="notice warning">{texts.clashCount({ count: clashCount })}</p> : null}
      {days.length === 0 ? <p>{texts.nothingUpcoming}</p> : null}
      {days.map(({ from, cards }) => (
        <section aria-labelledby={`day-${from}`}>
          <h2 id={`day-${from}`}>{time.day(from, zone)}</h2>
          <Cards html={cards} />
        </section>
      ))}
      {past.count > 0 ? (
        <details class="past-talks" open={days.length === 0}>
          <summary>{texts.past({ count: past.count })}</summary>
          <Cards html={past.cards} />
        </details>
      ) : null}
    </>
  )
}

// Rendered by `renderCards`.
const Cards = ({ html }: { html: string }) => (
  <ul class="talk-rows" dangerouslySetInnerHTML={{ __html: html }} />
)

function Card({ talk, visit, hasDay }: { talk: MyAgendaTalk; visit: Visit; hasDay: boolean }) {
  const { favorites: texts } = useMessages()
  return (
    <TalkCard talk={talk} zone={zoneOf(visit)} language={visit.platform.settings.language} hasDay={hasDay}>
      {talk.clashes.length > 0 ? (
        <p class="clash">
          <Icon name="triangle-alert" />
          {texts.clash({ titles: talk.clashes.map((title) => texts.clashTitle({ title })) })}
        </p>
      ) : null}
    </TalkCard>
  )
}

/** The script shows this to visitors whose browser has no stars. */
function Nothing({ isComplete }: { isComplete: boolean }) {
  const { favorites: texts } = useMessages()
  return (
    <>
      <div class="empty" {...(isComplete ? {} : { hidden: true })}>
        <Icon name="star" />
        <h2>{texts.empty}</h2>
        <p>{texts.emptyText}</p>
        <p>
          <a class="button primary" href="/agenda">
            {texts.openAgenda}
          </a>
        </p>
      </div>
      {isComplete ? null : <p class="needs-script">{texts.needsScript}</p>}
    </>
  )
}
