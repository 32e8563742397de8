// The platforms of the installation, for its operator.
import type { Messages } from '../../messages.ts'

export const platforms: Messages['office']['platforms'] = {
  title: 'Plataformas',
  new: 'Nueva plataforma',
  intro:
    'Una plataforma tiene sus propias charlas, patrocinadores, usuarios, claves y configuración, y no ve nada de otras plataformas.',
  platform: 'Plataforma',
  name: 'Nombre',
  slug: 'Nombre corto',
  slugHint: 'Minúsculas, dígitos y guiones. La línea de comandos usa este nombre.',
  timeZoneHint: 'El programa se muestra en esta zona horaria.',
  owner: 'Primer propietario',
  create: 'Crear plataforma',
  notCreated: 'La plataforma no se ha creado. Corrige estos problemas:',
  current: 'Actual',
  otherHosts: 'Todos los demás nombres de host',
  noHosts: 'Sin nombres de host',
  hosts: 'Nombres de host',
  hostsOf: (name) => `Nombres de host de ${name}`,
  hostsHint:
    'Uno por línea, sin https:// ni puerto. Cada nombre debe llevar a este servidor y estar cubierto por su certificado.',
  created: {
    title: (name) => `Plataforma “${name}” creada`,
    notice:
      'Copia ahora la contraseña del propietario. Se muestra una sola vez y no se podrá recuperar después. Hay que cambiarla en el primer inicio de sesión y caduca a los 7 días.',
    password: (email) => `Contraseña de ${email}`,
    next: 'La plataforma aún no tiene nombre de host. Añade uno para que su propietario pueda iniciar sesión.',
    addHosts: 'Añadir nombres de host',
    all: 'Todas las plataformas',
  },
}
