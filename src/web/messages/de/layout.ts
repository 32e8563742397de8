// The frame of every page: navigation, footer, and what all areas share.
import type { Messages } from '../messages.ts'

export const layout: Messages['layout'] = {
  skipToContent: 'Zum Inhalt springen',
  navigation: 'Website',
  agenda: 'Programm',
  myAgenda: 'Mein Programm',
  speakers: 'Speaker',
  sponsors: 'Sponsoren',
  surveys: 'Umfragen',
  backOffice: 'Back Office',
  account: 'Konto',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  language: 'Sprache',
  calendar: 'Kalender',
  json: 'JSON',
  xml: 'XML',
}
