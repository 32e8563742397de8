// Agenda and speakers inside other sites.

export const embeds = {
  speakersOf: (platform: string) => `Speakers of ${platform}`,
  timeZone: (zone: string) => `Times in ${zone}`,
  fullAgenda: (platform: string) => `Full agenda of ${platform}`,
  allSpeakers: (platform: string) => `All speakers of ${platform}`,
}
