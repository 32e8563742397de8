// Markdown of users: what it becomes, and what it never becomes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownToHtml, markdownToText } from './markdown.ts'

const link = (url: string, text = url) => `<a href="${url}" rel="nofollow noopener">${text}</a>`

test.each([
  [
    'One.\r\n\r\nTwo\nthree',
    '<p dir="auto">One.</p>\n<p dir="auto">Two<br>\nthree</p>',
    'One.\n\nTwo\nthree',
  ],
  [
    '    Indented\n  text of README.md',
    '<p dir="auto">Indented<br>\ntext of README.md</p>',
    'Indented\ntext of README.md',
  ],
  [
    'See https://one.example/a.',
    `<p dir="auto">See ${link('https://one.example/a')}.</p>`,
    'See https://one.example/a.',
  ],
  [
    'a@b.example and snake_case_name',
    '<p dir="auto">a@b.example and snake_case_name</p>',
    'a@b.example and snake_case_name',
  ],
])('plain text looks the same: %j', (text, html, plain) => {
  expect([markdownToHtml(text), markdownToText(text)]).toEqual([html, plain])
})

test.each([
  ['# One\n## Two', '<h3 dir="auto">One</h3>\n<h4 dir="auto">Two</h4>', 'One\n\nTwo'],
  [
    '* **a**\n* `b`',
    '<ul dir="auto">\n<li><strong>a</strong></li>\n<li><code>b</code></li>\n</ul>',
    '- a\n- b',
  ],
  [
    '[x](https://one.example/?a=1&b=2)',
    `<p dir="auto">${link('https://one.example/?a=1&amp;b=2', 'x')}</p>`,
    'x (https://one.example/?a=1&b=2)',
  ],
  ['[x](mailto:a@b.example)', `<p dir="auto">${link('mailto:a@b.example', 'x')}</p>`, 'x (a@b.example)'],
])('marks become elements: %j', (text, html, plain) => {
  expect([markdownToHtml(text), markdownToText(text)]).toEqual([html, plain])
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](data:text/html,x)',
  '[x](/sign-out)',
  '[x](ftp://one.example)',
  '[x]: javascript:alert(1)\n[x]',
  '![x](/picture.png)',
])('nothing can run, load, or lead elsewhere: %s', (text) => {
  expect(markdownToHtml(text)).not.toMatch(/<(?!\/?p(?: dir="auto")?>|br>)/)
})

test('no text becomes anything but these elements', () => {
  const allowed =
    /<\/?(?:(?:p|div|h[3-6]|ul|ol(?: start="\d+")?|blockquote)(?: dir="auto")?|br(?: \/)?|hr(?: \/)?|li|pre|code(?: class="[^"<>]*")?|em|strong|s|sub|sup)>/g
  const links =
    /<a href="(?:https?:\/\/|mailto:)[^"<>]*"(?: title="[^"<>]*")? rel="nofollow noopener">|<\/a>/gi
  const pieces = fc.constantFrom(
    ...[
      '<a href="',
      '<a href=https://a.example title="x">',
      '</a>',
      '<p onclick="x">',
      '<UL><li>',
      '</ul>',
      '</div>',
      '<img src=x onerror="x">',
      '<code>',
      '</code>',
      '<script>',
      '"',
      "'",
      '>',
      '<',
      '](',
      '[',
      '!',
      'javascript:',
      'https://a.example',
      '`',
      '\n',
      '* ',
      '# ',
      '_',
      '&#x3c;',
      '<!--',
      '> ',
      '```',
      '~~',
    ],
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (parts) => {
      const rest = markdownToHtml(parts.join('')).replaceAll(allowed, '').replaceAll(links, '')
      expect(rest).not.toMatch(/[<>]/)
    }),
  )
})
