// The wall of sponsors, and the page of each.
import type { Messages } from '../messages.ts'

export const sponsors: Messages['sponsors'] = {
  title: 'Patrocinadores',
  summary: (platform) => `Los patrocinadores de ${platform}.`,
  noSponsors: 'Aún no se ha anunciado ningún patrocinador.',
  visit: (host) => `Visitar ${host}`,
  people: 'Conoce al equipo',
}
