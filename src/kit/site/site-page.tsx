// The layout of a public page, and its card for links on other sites.
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { originOf } from '../../kernel/http/server/hosts.ts'
import { cutAtWord } from '../../kernel/lib/text/text.ts'
import type { Language } from '../../kernel/schema/languages.ts'
import { offeredLanguages } from '../../kernel/schema/offered-languages.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { LANGUAGE_PARAMETER } from '../pages/language.ts'
import { Layout, type MediaSheet } from '../pages/layout.tsx'
import type { Visit, VisitPlatform } from '../pages/visit.ts'
import { absoluteUrl, addressOf, MANIFEST_PATH } from './site-urls.ts'
import { StarForm, StarsContext } from './star.tsx'

const MAX_SUMMARY_LENGTH = 200

type PublicPageProps = {
  visit: Visit
  title: string
  path: string
  summary?: string | undefined
  scripts?: readonly string[]
  /** Styles in addition to those of every public page. */
  styles?: readonly (string | MediaSheet)[]
  head?: ComponentChildren
  /** Lets sections be as wide as the window. */
  isFull?: boolean
  /** Shows the page when all of it has arrived, because its parts are arranged by what else there is. */
  isShownWhole?: boolean
  children: ComponentChildren
}

export function PublicPage({ summary, scripts = [], styles = [], head, children, ...rest }: PublicPageProps) {
  const { stars } = rest.visit
  return (
    <Layout
      {...rest}
      {...(summary ? { description: summaryOf(summary) } : {})}
      sheet="site.css"
      styles={[...styles, { name: 'print.css', media: 'print' }]}
      head={
        <>
          <link rel="manifest" href={MANIFEST_PATH} />
          {head}
        </>
      }
      scripts={['public.js', ...(stars ? pageHooks.of('stars').map(({ script }) => script) : []), ...scripts]}
    >
      <OfflineNotice />
      <StarsContext.Provider value={stars}>{children}</StarsContext.Provider>
      {stars ? <StarForm stars={stars} /> : null}
    </Layout>
  )
}

/** `service-worker.js` shows this on pages that it has kept. */
function OfflineNotice() {
  const { offline: texts } = useMessages()
  return (
    <p id="offline" hidden class="notice warning" role="status">
      {texts.notice}
    </p>
  )
}

/** Text on one line, short enough for a summary. */
const summaryOf = (text: string): string => cutAtWord(text.replace(/\s+/g, ' ').trim(), MAX_SUMMARY_LENGTH)

type Card = {
  request: FastifyRequest
  title: string
  path: string
  type: 'website' | 'article' | 'profile'
  summary?: string | null
  picture?: string | null
}

/**
 * The page in one language. Search engines send no language, so they get the platform's default without the parameter.
 */
const inLanguage = (path: string, language: Language, { settings }: VisitPlatform): string =>
  language === settings.language ? path : addressOf(path, { [LANGUAGE_PARAMETER]: language })

/** The preview that other sites show for a link to the page (Open Graph, ogp.me). */
export function SocialCard({ request, title, path, type, summary, picture }: Card) {
  const { platform, language } = request.visit
  const addressIn = (one: Language) => `${originOf(request)}${inLanguage(path, one, platform)}`
  const address = addressIn(language)
  const offered = offeredLanguages(platform)
  return (
    <>
      <link rel="canonical" href={address} />
      {offered.length < 2 ? null : (
        <>
          {offered.map((one) => (
            <link rel="alternate" hreflang={one} href={addressIn(one)} />
          ))}
          <link rel="alternate" hreflang="x-default" href={addressIn(platform.settings.language)} />
        </>
      )}
      <meta property="og:site_name" content={platform.name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={address} />
      {summary ? <meta property="og:description" content={summaryOf(summary)} /> : null}
      {picture ? <meta property="og:image" content={absoluteUrl(request, picture)} /> : null}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
    </>
  )
}
