// The frame of every page: navigation, footer, and what all areas share.

export const layout = {
  skipToContent: 'Skip to content',
  navigation: 'Site',
  agenda: 'Agenda',
  myAgenda: 'My agenda',
  speakers: 'Speakers',
  sponsors: 'Sponsors',
  surveys: 'Surveys',
  backOffice: 'Back Office',
  account: 'Account',
  signIn: 'Sign in',
  signOut: 'Sign out',
  language: 'Language',
  calendar: 'Calendar',
  json: 'JSON',
  xml: 'XML',
}
