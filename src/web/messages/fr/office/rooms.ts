// The settings of video rooms.
import type { Messages } from '../../messages.ts'

export const rooms: Messages['office']['rooms'] = {
  intro:
    'Les conférences de type Intégrée ont lieu dans une salle vidéo sur leur page. Chaque conférence a sa propre salle, qui ouvre au début et ferme à la fin.',
  provider: 'Fournisseur',
  providers: {
    address: 'URL de salle : n’importe quel service, sans jetons',
    jitsi: 'Serveur Jitsi avec jetons',
    jaas: 'JaaS (Jitsi as a Service de 8x8)',
  },
  providerHint:
    'Avec des jetons, chacun entre avec son nom et sa photo, les modérateurs de la conférence modèrent la salle et personne n’y entre en dehors de la conférence.',
  roomAddress: 'URL de la salle',
  roomAddressHint:
    'Une URL https comme https://meet.example.org/{id}, où {id} est remplacé par l’ID de la conférence. Non utilisée avec JaaS.',
  tokens: 'Jetons',
  appId: 'ID d’application',
  appIdHint: 'L’ID d’application du serveur Jitsi, ou l’AppID de JaaS, qui commence par vpaas-magic-cookie-.',
  keyId: 'ID de clé (JaaS)',
  keyIdHint: 'L’ID de la clé API dans la console JaaS.',
  key: 'Secret ou clé privée',
  keyHint:
    'Le secret d’application du serveur Jitsi, ou la clé privée de JaaS au format PEM. Il est enregistré chiffré et ne sera plus jamais affiché.',
  keySaved: (time) => `Une clé a été enregistrée le ${time}. Laissez ce champ vide pour la conserver.`,
}
