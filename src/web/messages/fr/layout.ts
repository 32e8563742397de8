// The frame of every page: navigation, footer, and what all areas share.
import type { Messages } from '../messages.ts'

export const layout: Messages['layout'] = {
  skipToContent: 'Aller au contenu',
  navigation: 'Site',
  agenda: 'Programme',
  myAgenda: 'Mon programme',
  speakers: 'Intervenants',
  sponsors: 'Sponsors',
  surveys: 'Sondages',
  backOffice: 'Back Office',
  account: 'Compte',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  language: 'Langue',
  calendar: 'Calendrier',
  json: 'JSON',
  xml: 'XML',
}
