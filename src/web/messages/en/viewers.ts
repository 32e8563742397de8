// Who watches a talk: the panel, the list, and whether one is listed.
import type { Wrap } from '../messages.ts'
import { list, plural } from './formats.ts'

export const viewers = {
  count: (count: number) => plural(count, { one: '# person watching', other: '# people watching' }),
  names: (names: readonly string[], more: number) =>
    list(more > 0 ? [...names, plural(more, { one: '# more', other: '# more' })] : names),
  showList: 'Show list',
  title: 'Viewers',
  intro: 'People who are watching now and agreed to be listed.',
  search: 'Search viewers',
  searchHint: 'Name',
  total: (count: number) => plural(count, { one: '# listed viewer', other: '# listed viewers' }),
  nobody: 'Nobody who is watching has agreed to be listed.',
  noMatches: 'No matching viewers.',
  listed: (change: Wrap) => ['You are listed while you watch. ', change('Change')],
  unlisted: (change: Wrap) => ['You are not listed. ', change('Change')],
  privacy: {
    title: 'Privacy',
    saved: 'Saved.',
    legend: 'Viewer lists',
    listed: 'List me as a viewer',
    listedHint:
      'While you watch a talk, other people can see your name and picture in its list of viewers. You are counted either way.',
  },
}
