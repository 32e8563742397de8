// The frame of embedded pages: only the content, in the colors of the platform.
import type { ComponentChildren } from 'preact'
import { Page } from '../../../kit/pages/layout.tsx'
import type { Visit } from '../../../kit/pages/visit.ts'
import type { PlatformRow } from '../../platforms/tables.ts'

type EmbedPageProps = {
  visit: Visit
  title: string
  /** A heading for screen readers. */
  heading: string
  /** `light`, `dark`, or `auto`, to match the embedding page. Otherwise, the setting of the platform. */
  scheme: string
  children: ComponentChildren
}

export function EmbedPage({ visit, title, heading, scheme, children }: EmbedPageProps) {
  const { platform } = visit
  return (
    <Page
      visit={{ ...visit, platform: inScheme(platform, scheme) }}
      title={title}
      sheet="site.css"
      styles={['embed.css']}
      scripts={['public.js']}
    >
      <main id="main" class="embed">
        <h1 class="visually-hidden">{heading}</h1>
        {children}
      </main>
    </Page>
  )
}

function inScheme(platform: PlatformRow, scheme: string): PlatformRow {
  if (scheme !== 'light' && scheme !== 'dark' && scheme !== 'auto') return platform
  return { ...platform, settings: { ...platform.settings, scheme } }
}

type LinkProps = { href: string; children: ComponentChildren }

/** A link to a page of the site. It opens in a new tab, which has no access to the embedding page. */
export function TabLink({ href, children }: LinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
