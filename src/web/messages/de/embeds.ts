// Agenda and speakers inside other sites.
import type { Messages } from '../messages.ts'

export const embeds: Messages['embeds'] = {
  speakersOf: (platform) => `Speaker von ${platform}`,
  timeZone: (zone) => `Zeiten in ${zone}`,
  fullAgenda: (platform) => `Vollständiges Programm von ${platform}`,
  allSpeakers: (platform) => `Alle Speaker von ${platform}`,
}
