// The home page.

export const home = {
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  noProgramme: 'The programme will be announced soon.',
  watchLive: 'See what’s live',
  viewAgenda: 'View the agenda',
  meetSpeakers: 'Meet the speakers',
  timeZone: (zone: string) => `All times in ${zone}`,
  live: 'Live now',
  next: 'Up next',
  featured: 'Featured talks',
  sponsors: 'Sponsors',
  lobby: 'In the lobby',
  setup: {
    title: 'This site is not set up yet.',
    text: 'To set it up, open the setup link that the server printed when it started. The link works for 24 hours. Restart the server to get a new one.',
  },
}
