// The wall of sponsors, and the page of each.
import type { Messages } from '../messages.ts'

export const sponsors: Messages['sponsors'] = {
  title: 'Sponsoren',
  summary: (platform) => `Die Sponsoren von ${platform}.`,
  noSponsors: 'Es wurden noch keine Sponsoren angekündigt.',
  visit: (host) => `${host} besuchen`,
  people: 'Das Team',
}
