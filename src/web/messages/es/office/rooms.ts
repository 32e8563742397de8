// The settings of video rooms.
import type { Messages } from '../../messages.ts'

export const rooms: Messages['office']['rooms'] = {
  intro:
    'Las charlas de tipo Integrada tienen lugar en una sala de vídeo en su página. Cada charla tiene su propia sala, que se abre al empezar y se cierra al terminar.',
  provider: 'Proveedor',
  providers: {
    address: 'URL de sala: cualquier servicio, sin tokens',
    jitsi: 'Servidor Jitsi con tokens',
    jaas: 'JaaS (Jitsi as a Service de 8x8)',
  },
  providerHint:
    'Con tokens, cada persona entra con su nombre y su foto, los moderadores de la charla moderan la sala y nadie entra fuera de la charla.',
  roomAddress: 'URL de la sala',
  roomAddressHint:
    'Una URL https como https://meet.example.org/{id}, donde {id} se sustituye por el ID de la charla. No se usa con JaaS.',
  tokens: 'Tokens',
  appId: 'ID de la aplicación',
  appIdHint:
    'El ID de la aplicación del servidor Jitsi, o el AppID de JaaS, que empieza por vpaas-magic-cookie-.',
  keyId: 'ID de la clave (JaaS)',
  keyIdHint: 'El ID de la clave de API en la consola de JaaS.',
  key: 'Secreto o clave privada',
  keyHint:
    'El secreto de la aplicación del servidor Jitsi, o la clave privada de JaaS en formato PEM. Se guarda cifrado y no se vuelve a mostrar.',
  keySaved: (time) => `Se guardó una clave el ${time}. Deja este campo vacío para conservarla.`,
}
