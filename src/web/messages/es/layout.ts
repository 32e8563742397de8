// The frame of every page: navigation, footer, and what all areas share.
import type { Messages } from '../messages.ts'

export const layout: Messages['layout'] = {
  skipToContent: 'Ir al contenido',
  navigation: 'Sitio',
  agenda: 'Programa',
  myAgenda: 'Mi programa',
  speakers: 'Ponentes',
  sponsors: 'Patrocinadores',
  surveys: 'Encuestas',
  backOffice: 'Back Office',
  account: 'Cuenta',
  signIn: 'Iniciar sesión',
  signOut: 'Cerrar sesión',
  language: 'Idioma',
  calendar: 'Calendario',
  json: 'JSON',
  xml: 'XML',
}
