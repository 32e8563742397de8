// Agenda and speakers inside other sites.
import type { Messages } from '../messages.ts'

export const embeds: Messages['embeds'] = {
  speakersOf: (platform) => `Intervenants de ${platform}`,
  timeZone: (zone) => `Fuseau horaire : ${zone}`,
  fullAgenda: (platform) => `Programme complet de ${platform}`,
  allSpeakers: (platform) => `Tous les intervenants de ${platform}`,
}
