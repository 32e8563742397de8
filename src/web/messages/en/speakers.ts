// The list of speakers, and the profile of each.
import type { ComponentChildren } from 'preact'
import { formats, plural } from './formats.ts'

export const speakers = {
  title: 'Speakers',
  summary: (platform: string) => `Meet the speakers of ${platform}.`,
  search: 'Search by name, job, company, or topic',
  searchHint: 'Name, job, company, or topic',
  highlightedOnly: 'Featured only',
  noSpeakers: 'No speakers have been announced yet.',
  noMatches: 'No matching speakers.',
  showAll: 'Show all speakers',
  count: (count: number) => plural(count, { one: '# speaker', other: '# speakers' }),
  moreThan: (count: number) => plural(count, { other: 'More than # speakers' }),
  highlighted: 'Featured',
  profile: {
    represents: (sponsors: readonly ComponentChildren[]) => ['Represents ', formats.listElements(sponsors)],
    links: 'Links',
    talks: (count: number) => plural(count, { one: 'Talk', other: 'Talks' }),
    timeZone: (zone: string) => `Times in ${zone}.`,
    ownTimeZone: (name: string, zone: string) => `${name}’s time zone is ${zone}.`,
    inAgenda: 'Show these talks in the agenda',
  },
}
