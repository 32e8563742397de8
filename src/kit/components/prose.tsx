// Texts written by users: plain text in paragraphs, Markdown, and sanitized HTML.
import sanitize from 'sanitize-html'
import { markdownToHtml } from '../../kernel/lib/text/markdown.ts'

/** Plain text: an empty line starts a paragraph, and line breaks are kept. */
export function Prose({ text }: { text: string }) {
  const paragraphs = text.split(/\r?\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <div class="prose">
      {paragraphs.map((paragraph) => (
        <p dir="auto">
          {paragraph
            .trim()
            .split(/\r?\n/)
            .map((line, index) => [index > 0 ? <br /> : null, line])}
        </p>
      ))}
    </div>
  )
}

/** Markdown without HTML. */
export function Markdown({ text }: { text: string }) {
  // The Markdown contains no HTML of its own, because everything in its text is escaped.
  return <div class="prose" dangerouslySetInnerHTML={{ __html: markdownToHtml(text) }} />
}

const rules: sanitize.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre'],
    ...['a', 'b', 'strong', 'i', 'em', 'cite', 'code', 'small', 'sub', 'sup'],
    ...['img', 'figure', 'figcaption'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  },
  allowedSchemes: ['https'],
  allowedSchemesByTag: { a: ['https', 'mailto'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^https:\/\//i.test(attribs.src ?? ''),
  transformTags: {
    // The page has its own h1.
    h1: 'h2',
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener' }),
    img: sanitize.simpleTransform('img', { loading: 'lazy', decoding: 'async' }),
  },
}

/** HTML that cannot run scripts, set styles, or frame anything. */
function SanitizedHtml({ html }: { html: string }) {
  // The only place where users' HTML is not escaped. The allow-list has sanitized it.
  return <div dir="auto" class="prose" dangerouslySetInnerHTML={{ __html: sanitize(html, rules) }} />
}

/** Markdown or sanitized HTML. Renders nothing without text. */
export function Written({ text, format }: { text: string | null; format: 'html' | 'markdown' }) {
  if (!text) return null
  return format === 'markdown' ? <Markdown text={text} /> : <SanitizedHtml html={text} />
}
