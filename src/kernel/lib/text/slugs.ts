// Names in ASCII, for identifiers and e-mails: `ada-lindqvist`.

import anyAscii from 'any-ascii'

/** At most `max` characters; '' if the text has no letters and digits. */
export function slugify(text: string, max: number): string {
  const ascii = anyAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  return ascii.slice(0, max).replace(/-$/, '')
}
