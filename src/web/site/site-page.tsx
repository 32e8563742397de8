// The layout of a public page, and its card for links on other sites.
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { originOf } from '../../http/server/hosts.ts'
import { cutAtWord } from '../../lib/text/text.ts'
import { Layout } from '../pages/layout.tsx'
import type { Visit } from '../pages/visit.ts'

const MAX_SUMMARY_LENGTH = 200

type PublicPageProps = {
  visit: Visit
  title: string
  path: string
  summary?: string | undefined
  scripts?: readonly string[]
  /** In addition to those of every public page. */
  styles?: readonly string[]
  head?: ComponentChildren
  children: ComponentChildren
}

export function PublicPage({ summary, scripts = [], styles = [], ...rest }: PublicPageProps) {
  return (
    <Layout
      {...rest}
      {...(summary ? { description: summaryOf(summary) } : {})}
      styles={['public.css', ...styles]}
      scripts={['public.js', ...scripts]}
    />
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

/** How other sites show a link to the page (Open Graph, ogp.me). */
export function SocialCard({ request, title, path, type, summary, picture }: Card) {
  const address = `${originOf(request)}${path}`
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={request.visit.platform.name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={address} />
      {summary ? <meta property="og:description" content={summaryOf(summary)} /> : null}
      {picture ? <meta property="og:image" content={picture} /> : null}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
    </>
  )
}
