// What the forms of the Back Office share.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const forms: Messages['office']['forms'] = {
  create: 'Crear',
  cancel: 'Cancelar',
  done: 'Listo',
  notSaved: 'Tus cambios no se han guardado. Corrige estos problemas:',
  warnings: {
    account_adopted: 'La cuenta ya existía. Ahora pertenece a esta importación y se ha actualizado.',
    type_not_applied: 'La cuenta conserva su tipo. Puedes cambiar su rol en su página.',
    end_registration_not_applied:
      'La inscripción fue rechazada y sigue así. Puedes aceptarla en la página de la cuenta.',
    video_missing: 'La charla aún no tiene vídeo.',
    video_ignored: 'Las charlas integradas tienen lugar en una sala de vídeo. El vídeo se ha ignorado.',
    room_missing: 'Aún nadie puede ver la charla: configura salas de vídeo en la configuración.',
    username_taken: 'El nombre de usuario está ocupado. Se ha generado uno nuevo.',
    speaker_is_attendee:
      'La cuenta se ha añadido, pero su rol sigue siendo Asistente. Puedes cambiarlo en su página.',
    moderator_is_attendee:
      'La cuenta se ha añadido, pero solo puede moderar con el rol Ponente, Administrador o Propietario.',
    highlight_not_applied: 'Solo se puede destacar a ponentes.',
  },
  signedOut: 'Se ha cerrado tu sesión.',
  signedOutAdvice: (signIn) => [
    'Tus cambios siguen en esta página. ',
    signIn('Inicia sesión en otra pestaña'),
    ' y guarda después.',
  ],
  newerVersion: 'Alguien más ha cambiado esto mientras lo editabas. Tus cambios no se han guardado.',
  newerVersionAdvice: (review, restart) => [
    review('Revisa los cambios'),
    ' y luego ',
    restart('empieza de nuevo con la última versión'),
    ' o sobrescríbela con la tuya.',
  ],
  overwrite: (version) => `Sobrescribir la versión ${number(version)}`,
  conflict: 'Alguien más acaba de guardar un cambio. Los tuyos no se han guardado. Inténtalo de nuevo.',
  moveUp: (name) => `Subir ${name}`,
  remove: 'Quitar',
  removeNamed: (name) => `Quitar ${name}`,
  externalId: 'ID externo',
  gracePeriod: 'Periodo de gracia del secreto anterior',
  gracePeriods: {
    none: 'Ninguno: caduca de inmediato',
    hour: '1 hora',
    day: '24 horas',
    week: '7 días',
  },
  saved: {
    talks: { created: 'Charla creada', saved: 'Charla guardada' },
    sponsors: { created: 'Patrocinador creado', saved: 'Patrocinador guardado' },
    surveys: { created: 'Encuesta creada', saved: 'Encuesta guardada' },
    users: { created: 'Usuario creado', saved: 'Usuario guardado' },
  },
  accountsCreated: (count) => plural(count, { one: '# cuenta creada.', other: '# cuentas creadas.' }),
  continue: 'Continuar',
  once: {
    title: 'Ya se ha mostrado',
    text: 'Esta página mostró un secreto una vez y no puede volver a mostrar nada de él. Si no lo copiaste:',
    advice: [
      'Claves de API y webhooks: rota el secreto en la configuración.',
      'Contraseñas y enlaces de restablecimiento: crea un enlace de restablecimiento en la pestaña Acceso del usuario.',
    ],
    dashboard: 'Ir al panel',
  },
}
