// The wall of sponsors, and the page of each.

export const sponsors = {
  title: 'Sponsors',
  summary: (platform: string) => `The sponsors of ${platform}.`,
  noSponsors: 'No sponsors have been announced yet.',
  visit: (host: string) => `Visit ${host}`,
  people: 'Meet the team',
}
