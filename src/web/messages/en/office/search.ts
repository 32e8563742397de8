// The search over everything.

export const search = {
  title: 'Search',
  hint: 'Search talks, people, sponsors, and settings',
  keys: { mac: '⌘K', other: 'Ctrl K' },
  nothing: (q: string) => `Nothing matches “${q}”.`,
  talks: 'Talks',
  people: 'People',
  sponsors: 'Sponsors',
  surveys: 'Surveys',
  places: 'Go to',
  all: (list: string) => `All ${list.toLowerCase()}`,
}
