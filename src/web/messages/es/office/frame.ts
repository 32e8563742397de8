// The frame of the Back Office, and notices that several areas share.
import type { Messages } from '../../messages.ts'

export const frame: Messages['office']['frame'] = {
  title: (page) => `${page} · Back Office`,
  navigation: 'Back Office',
  menu: 'Menú',
  signedInAs: 'Sesión de',
  groups: {
    programme: 'Programa',
    people: 'Personas',
    live: 'En directo',
    integrations: 'Integraciones',
    settings: 'Configuración',
  },
  areas: {
    dashboard: 'Panel',
    talks: 'Charlas',
    speakers: 'Ponentes',
    sponsors: 'Patrocinadores',
    surveys: 'Encuestas',
    users: 'Usuarios',
    registrations: 'Inscripciones',
    keys: 'Claves de API',
    webhooks: 'Webhooks',
    audit: 'Registro de auditoría',
    requests: 'Registro de solicitudes',
    settings: 'Configuración',
  },
  done: {
    created: 'Creado.',
    saved: 'Cambios guardados.',
    unchanged: 'No había nada que cambiar.',
    deleted: 'Eliminado.',
    restored: 'Restaurado.',
    erased: 'Borrado.',
    role: 'Rol cambiado.',
    accepted: 'Inscripción aceptada.',
    invited: 'La invitación está en camino. Configuración > Correos muestra cuándo se envía.',
    'invitation-revoked': 'Invitación revocada. Su enlace ya no funciona.',
    'email-test': 'El correo de prueba está en camino.',
    'email-retried': 'El correo se enviará de nuevo.',
    rejected: 'Inscripción rechazada.',
    'two-factor':
      'Autenticación en dos pasos desactivada. Ahora basta la contraseña para iniciar sesión en la cuenta.',
    revoked: 'Clave revocada. Las solicitudes con ella ya se rechazan.',
    hosts: 'Nombres de host guardados.',
    'webhook-deleted': 'Webhook eliminado.',
  },
  copy: 'Copiar',
  copied: 'Copiado',
  none: 'Ninguno',
  refusals: {
    too_many_requests: 'Hay demasiadas solicitudes en este momento. Inténtalo más tarde.',
    protected_account:
      'Esta cuenta es de un administrador o propietario. Solo los propietarios pueden hacer esto.',
    insufficient_permissions: 'Solo los propietarios pueden crear administradores y propietarios.',
    unconfirmed_host:
      'Este nombre de host no está confirmado, así que no se puede crear ningún enlace para él. Un propietario puede añadirlo en Configuración > General. Si su puerto no es 443 ni el del servidor, hay que definir LECTERN_PUBLIC_URL.',
  },
}
