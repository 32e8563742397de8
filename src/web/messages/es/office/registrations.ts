// The review queue of registrations.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const registrations: Messages['office']['registrations'] = {
  title: 'Inscripciones',
  searchHint: 'Nombre, correo electrónico o nombre de usuario',
  name: 'Nombre',
  about: 'Acerca de',
  created: 'Creación',
  review: 'Revisión',
  accept: 'Aceptar',
  acceptNamed: (name) => `Aceptar a ${name}`,
  acceptSelected: 'Aceptar seleccionadas',
  reject: 'Rechazar',
  rejectNamed: (name) => `Rechazar a ${name}`,
  rejectSelected: 'Rechazar seleccionadas',
  noRegistrations: 'No hay inscripciones por revisar.',
  noRegistrationsAdvice: 'Las inscripciones nuevas aparecen aquí.',
  noMatches: 'No hay inscripciones que coincidan.',
  accepted: (count) => plural(count, { one: '# inscripción aceptada.', other: '# inscripciones aceptadas.' }),
  rejected: (count) =>
    plural(count, { one: '# inscripción rechazada.', other: '# inscripciones rechazadas.' }),
  refused: (count) =>
    plural(count, {
      one: '# inscripción no se ha podido revisar: la cuenta se eliminó o ahora tiene otro rol.',
      other: '# inscripciones no se han podido revisar: las cuentas se eliminaron o ahora tienen otro rol.',
    }),
  noneSelected: 'Selecciona al menos una inscripción.',
}
