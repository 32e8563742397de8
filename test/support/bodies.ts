// Request bodies: the minimum for a creation, and additions by tests.

type More = Record<string, unknown>

/** The problem of a URL, and of the URL of a picture. */
export const NOT_HTTPS = 'must be an https URL of a public host, without user info or a port'
export const NOT_A_PICTURE = `${NOT_HTTPS}, or the path of an uploaded picture`

/** A person named by the local part of the e-mail. */
export const person = (name: string, more: More = {}) => ({
  email: `${name}@example.org`,
  firstName: name.charAt(0).toUpperCase() + name.slice(1),
  lastName: 'Sample',
  ...more,
})

export const talk = (more: More = {}) => ({
  title: 'Counting for everyone',
  description: '',
  speakers: [person('ada')],
  start: '2027-05-20T09:30:00Z',
  ...more,
})

export const sponsor = (more: More = {}) => ({
  name: 'Example Ltd',
  logo: 'https://static.example.org/logo.png',
  level: 3,
  ...more,
})

export const attendee = (name: string, more: More = {}) => ({ ...person(name), type: 'Attendee', ...more })

/** `n` astral characters: two UTF-16 units each, one code point. */
export const astral = (n: number) => '𝔸'.repeat(n)

export const survey = (more: More = {}) => ({
  title: 'How was it?',
  questions: [
    { kind: 'single', text: 'Again?', required: true, options: ['Yes', 'No'] },
    { kind: 'multiple', text: 'What did you like?', options: ['Talk', 'Food', 'People'] },
    { kind: 'scale', text: 'Pace?', scale: { min: 1, max: 5, minLabel: 'Slow' } },
    { kind: 'text', text: 'Anything else?' },
  ],
  ...more,
})
