// Stars of talks, and the page with the talks that someone has starred.
import type { Messages } from '../messages.ts'
import { list, plural } from './formats.ts'

export const favorites: Messages['favorites'] = {
  star: 'Marcar como favorita',
  starTalk: (title) => `Favorita: «${title}»`,
  add: 'Añadir a mi programa',
  added: 'En mi programa',
  notSaved: 'No se ha podido guardar la favorita. Inténtalo de nuevo.',
  full: 'Ya tienes 1000 favoritas. Quita una primero.',
  myAgenda: 'Mi programa',
  timeZone: (zone) => `Todas las horas son de ${zone}.`,
  inBrowser: 'Tus favoritas solo se guardan en este navegador.',
  signIn: (link) => [link('Inicia sesión'), ' para tenerlas en todos tus dispositivos y en tu calendario.'],
  signUp: (link) => ['¿Aún no tienes cuenta? ', link('Regístrate'), '.'],
  clashCount: (count) =>
    plural(count, {
      one: '# charla coincide con otra de tu programa.',
      other: '# charlas coinciden con otras de tu programa.',
    }),
  clash: (titles) => `Coincide con ${list(titles.map((title) => `«${title}»`))}`,
  nothingUpcoming: 'No te queda ninguna charla por ver.',
  past: (count) => plural(count, { one: '# charla pasada', other: '# charlas pasadas' }),
  empty: 'Aún no hay charlas',
  emptyText: 'Toca la estrella de una charla para añadirla a tu programa.',
  openAgenda: 'Ver el programa',
  notLoaded: 'No se ha podido cargar tu programa. Recarga la página para intentarlo de nuevo.',
  needsScript: 'Activa JavaScript para ver las favoritas guardadas en este navegador, o inicia sesión.',
  subscribe: 'Suscribirse en el calendario',
  emails: 'Recordatorios y correos',
  calendar: {
    title: 'Calendario',
    nameOf: (platform) => `${platform}: mi programa`,
    text: 'Suscríbete a las charlas de tu programa en Google Calendar, Calendario de Apple, Outlook o cualquier otro calendario. Las favoritas nuevas y los cambios de hora llegan solos.',
    reveals:
      'Quien tenga la dirección puede ver tus favoritas, pero no tu nombre ni tu correo. Trátala como una contraseña.',
    make: 'Crear dirección de calendario',
    address: 'Tu dirección de calendario',
    shownOnce: 'Copia la dirección ahora. Solo se muestra una vez.',
    open: 'Abrir en el calendario',
    madeOn: (day) => `Creaste una dirección el ${day}.`,
    renewText:
      'Si perdiste la dirección o la compartiste por error, crea una nueva. La anterior deja de funcionar.',
    renew: 'Crear una dirección nueva',
    end: 'Eliminar dirección',
    ended: 'La dirección ya no funciona.',
  },
}
