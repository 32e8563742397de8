// Agenda and speakers inside other sites.
import type { Messages } from '../messages.ts'

export const embeds: Messages['embeds'] = {
  speakersOf: (platform) => `Ponentes de ${platform}`,
  timeZone: (zone) => `Horas de ${zone}`,
  fullAgenda: (platform) => `Programa completo de ${platform}`,
  allSpeakers: (platform) => `Todos los ponentes de ${platform}`,
}
