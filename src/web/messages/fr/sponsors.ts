// The wall of sponsors, and the page of each.
import type { Messages } from '../messages.ts'

export const sponsors: Messages['sponsors'] = {
  title: 'Sponsors',
  summary: (platform) => `Les sponsors de ${platform}.`,
  noSponsors: 'Aucun sponsor n’a encore été annoncé.',
  visit: (host) => `Visiter ${host}`,
  people: 'Rencontrer l’équipe',
}
