// Texts written by users: plain text in paragraphs, Markdown, and HTML.
import { markdownToHtml } from '../../kernel/lib/text/markdown.ts'
import { SanitizedHtml } from './sanitized-html.tsx'

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

/** Markdown or sanitized HTML. Renders nothing without text. */
export function Written({ text, format }: { text: string | null; format: 'html' | 'markdown' }) {
  if (!text) return null
  return format === 'markdown' ? <Markdown text={text} /> : <SanitizedHtml html={text} />
}
