// Agenda and speakers inside other sites.
import { plural } from './formats.ts'

export const embeds = {
  speakersOf: (platform: string) => `Speakers of ${platform}`,
  hiddenTalks: (count: number) =>
    plural(count, {
      one: '# more talk is in the full agenda.',
      other: '# more talks are in the full agenda.',
    }),
  timeZone: (zone: string) => `Times in ${zone}`,
  fullAgenda: (platform: string) => `Full agenda of ${platform}`,
  allSpeakers: (platform: string) => `All speakers of ${platform}`,
}
