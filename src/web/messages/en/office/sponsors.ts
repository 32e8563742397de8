// Sponsors: their list and their form.
import type { Wrap } from '../../messages.ts'
import { list } from '../formats.ts'

const form = {
  new: 'New sponsor',
  logo: 'Logo URL',
  icon: 'Icon URL',
  website: 'Website URL',
  urlHint: 'An https URL.',
  color: 'Color',
  colorHint: 'A hex color such as #0a7d55.',
  displayInLobby: 'Show in the lobby',
  displayInLobbyHint: 'Shown on the home page.',
  highlight: 'Highlight',
  highlightHint: 'Stands out among the sponsors.',
  hasPage: 'Own page',
  hasPageHint: 'Links to a page with the content below.',
  pageContent: 'Page content',
  pageContentHint: 'Scripts, styles, and frames in HTML are removed when the page is shown.',
  pageFormat: 'Format of the page',
  pageFormats: { html: 'HTML', markdown: 'Markdown' },
  speakersHint: 'The people who speak for the sponsor.',
  externalIdHint: 'Other systems can refer to this sponsor as ext: followed by this ID.',
}

export const sponsors = {
  title: 'Sponsors',
  searchHint: 'Name or external ID',
  name: 'Name',
  level: 'Level',
  allLevels: 'All levels',
  visibility: 'Visibility',
  visible: {
    highlight: 'Highlighted',
    lobby: 'Lobby',
    page: 'Own page',
    sponsorsPage: 'Sponsors page',
  },
  speakers: 'Speakers',
  updated: 'Updated',
  noSponsors: 'No sponsors yet.',
  noSponsorsAdvice: (add: Wrap, createKey: Wrap) => [
    add('Add the first sponsor'),
    ', or ',
    createKey('create an API key'),
    ' so that another system can send sponsors.',
  ],
  noMatches: 'No matching sponsors.',
  form,
  deletion: {
    sponsor: 'The sponsor and its logo on the sponsors page',
    sponsorWithPage: 'The sponsor, its logo on the sponsors page, and its page',
    accounts: (emails: readonly string[]) => `The accounts of its speakers: ${list(emails)}`,
  },
}
