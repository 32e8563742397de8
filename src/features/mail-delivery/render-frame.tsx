// E-mails as HTML, beside their plain text: the logo or name of the event, the text with a button, and the footer. Mail
// programs know only old HTML with styles on each element.
import type { ComponentChildren, CSSProperties } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Language } from '../../kernel/schema/languages.ts'
import { textOn } from '../../kit/pages/theme.ts'
import type { PlatformRow } from '../platforms/tables.ts'

/** What an e-mail says, without the frame. */
export type EmailContent = {
  subject: string
  text: string
  /** The text as HTML, if it is Markdown. */
  html?: string
  /** The page that the e-mail leads to. Where its address is a paragraph of its own, HTML has a button instead. */
  link?: { url: string; label: string }
  footer?: string
}

type Frame = { platform: Pick<PlatformRow, 'name' | 'settings'>; language: Language }

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const WIDTH = 560

/** Programs with a dark mode ignore or invert the colors on the elements, unless these say that both are meant. */
const SCHEMES = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #141417 !important; }
  .sheet { background: #1f1f24 !important; border-color: #34343b !important; }
  .text { color: #ececf0 !important; }
  .quiet, .quiet a { color: #a2a2ad !important; }
}`

export function framedHtml({ platform, language }: Frame, content: EmailContent): string {
  const { subject, text, html, link, footer } = content
  return `<!doctype html>${renderToString(
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: SCHEMES }} />
      </head>
      <body class="ground" style={{ margin: 0, background: '#f5f4f1' }}>
        <Table align="center" class="ground" style={{ maxWidth: `${WIDTH}px`, margin: '0 auto' }}>
          <td style={{ padding: '32px 16px 12px' }}>
            <Masthead platform={platform} origin={originOf(link?.url)} />
          </td>
          <td
            class="sheet text"
            style={{
              padding: '28px 28px 12px',
              background: '#ffffff',
              border: '1px solid #e4e2dc',
              borderRadius: '12px',
              ...styleOf(16, '#1d1d21'),
            }}
          >
            {html === undefined ? (
              <Paragraphs text={text} link={link} accent={platform.settings.accent} />
            ) : (
              <div dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
            )}
          </td>
          <td class="quiet" style={{ padding: '16px 28px 40px', ...styleOf(13, '#66666f') }}>
            {footer === undefined ? null : (
              <p dir="auto" style={{ margin: '0 0 8px' }}>
                <Linked text={footer} isShort />
              </p>
            )}
            <p dir="auto" style={{ margin: 0 }}>
              {[platform.name, platform.settings.venue].filter(Boolean).join(' · ')}
            </p>
          </td>
        </Table>
      </body>
    </html>,
  )}`
}

const styleOf = (size: number, color: string) => ({
  color,
  fontFamily: FONT,
  fontSize: `${size}px`,
  lineHeight: 1.55,
})

const originOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : (URL.parse(url)?.origin ?? undefined)

type TableProps = { align?: 'center'; class?: string; style?: CSSProperties; children: ComponentChildren }

/** A table whose cells are below one another, because Outlook ignores the width of other elements. */
function Table({ children, ...attributes }: TableProps) {
  return (
    <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" {...attributes}>
      {[children].flat().map((cell) => (
        <tr>{cell}</tr>
      ))}
    </table>
  )
}

type MastheadProps = { platform: Frame['platform']; origin: string | undefined }

/** The logo with the name as its text, or the name. */
function Masthead({ platform: { name, settings }, origin }: MastheadProps) {
  const { logo } = settings
  const source = logo === null || origin === undefined ? undefined : URL.parse(logo, origin)?.href
  return (
    <p class="text" dir="auto" style={{ margin: '0 12px', fontWeight: 600, ...styleOf(18, '#1d1d21') }}>
      {source === undefined ? name : <img src={source} alt={name} height={32} style={{ height: '32px' }} />}
    </p>
  )
}

type ParagraphsProps = { text: string; link: EmailContent['link']; accent: string }

function Paragraphs({ text, link, accent }: ParagraphsProps) {
  return (
    <>
      {text.split(/\n{2,}/).map((paragraph) =>
        link && paragraph.trim() === link.url ? (
          <Button link={link} accent={accent} />
        ) : (
          <p dir="auto" style={{ margin: '0 0 16px' }}>
            <Lines lines={paragraph.split('\n')} />
          </p>
        ),
      )}
    </>
  )
}

function Button({ link: { url, label }, accent }: { link: { url: string; label: string }; accent: string }) {
  return (
    <>
      <p style={{ margin: '20px 0 12px' }}>
        <a
          href={url}
          style={{
            display: 'inline-block',
            padding: '11px 22px',
            borderRadius: '8px',
            background: accent,
            color: textOn(accent),
            fontWeight: 600,
            textDecoration: 'none',
          }}
        >
          {label}
        </a>
      </p>
      <p class="quiet" style={{ margin: '0 0 16px', wordBreak: 'break-all', ...styleOf(12, '#66666f') }}>
        <Link url={url} />
      </p>
    </>
  )
}

/** Lines of a paragraph. If the last one is an address below others, the first one leads there, like the title of a talk. */
function Lines({ lines }: { lines: readonly string[] }) {
  const [title = '', ...others] = lines
  const last = others.at(-1)
  if (last !== undefined && isUrl(last))
    return (
      <>
        <a href={last} style={{ color: 'inherit', fontWeight: 600 }}>
          {title}
        </a>
        <Broken lines={others.slice(0, -1)} startsBroken />
      </>
    )
  return <Broken lines={lines} />
}

const Broken = ({ lines, startsBroken = false }: { lines: readonly string[]; startsBroken?: boolean }) => (
  <>
    {lines.map((line, index) => (
      <>
        {index > 0 || startsBroken ? <br /> : null}
        <Linked text={line} />
      </>
    ))}
  </>
)

const URLS = /(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/
const isUrl = (text: string): boolean => URLS.exec(text)?.[0] === text

/** A text whose URLs are links. Short ones show only the host of the address and the first part of its path. */
function Linked({ text, isShort = false }: { text: string; isShort?: boolean }) {
  return (
    <>
      {text
        .split(URLS)
        .map((part, index) => (index % 2 === 1 ? <Link url={part} isShort={isShort} /> : part))}
    </>
  )
}

function Link({ url, isShort = false }: { url: string; isShort?: boolean }) {
  const shown = url.replace(/^https?:\/\//, '')
  return (
    <a href={url} style={{ color: 'inherit' }}>
      {isShort ? shown.replace(/^([^/]+\/[^/]+)\/.*$/, '$1') : shown}
    </a>
  )
}
