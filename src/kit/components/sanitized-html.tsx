// HTML written by users: what of it a page shows.
import sanitize from 'sanitize-html'

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
export function SanitizedHtml({ html }: { html: string }) {
  // The only place where users' HTML is not escaped. The allow-list has sanitized it.
  return <div dir="auto" class="prose" dangerouslySetInnerHTML={{ __html: sanitize(html, rules) }} />
}
