// The settings of video rooms.
import type { Messages } from '../../messages.ts'

export const rooms: Messages['office']['rooms'] = {
  intro:
    'Vorträge vom Typ „Eingebettet“ finden in einem Videoraum auf ihrer Seite statt. Jeder Vortrag hat einen eigenen Raum, der zu Beginn öffnet und am Ende schließt.',
  provider: 'Anbieter',
  providers: {
    address: 'Raum-URL: beliebiger Dienst, ohne Tokens',
    jitsi: 'Jitsi-Server mit Tokens',
    jaas: 'JaaS (Jitsi as a Service von 8x8)',
  },
  providerHint:
    'Mit Tokens treten alle mit eigenem Namen und Bild bei, die Moderatoren des Vortrags moderieren den Raum, und außerhalb des Vortrags kommt niemand hinein.',
  roomAddress: 'Raum-URL',
  roomAddressHint:
    'Eine https-URL wie https://meet.example.org/{id}; {id} wird durch die ID des Vortrags ersetzt. Bei JaaS nicht verwendet.',
  tokens: 'Tokens',
  appId: 'App-ID',
  appIdHint: 'Die App-ID des Jitsi-Servers oder die AppID von JaaS, die mit vpaas-magic-cookie- beginnt.',
  keyId: 'Schlüssel-ID (JaaS)',
  keyIdHint: 'Die ID des API-Schlüssels in der JaaS-Konsole.',
  key: 'Secret oder privater Schlüssel',
  keyHint:
    'Das App-Secret des Jitsi-Servers oder der private Schlüssel von JaaS im PEM-Format. Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
  keySaved: (time) =>
    `Ein Schlüssel wurde am ${time} gespeichert. Lassen Sie dieses Feld leer, um ihn zu behalten.`,
}
