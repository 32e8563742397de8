// API keys and the rate limit, under Settings > Advanced.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const apiKeys: Messages['office']['apiKeys'] = {
  title: 'Clés API',
  noKeys:
    'Aucune clé API pour le moment. Créez-en une pour qu’un autre système puisse utiliser l’External API.',
  new: 'Nouvelle clé API',
  notCreated: 'La clé n’a pas été créée. Corrigez ces problèmes :',
  form: {
    name: 'Nom',
    nameHint: 'Par exemple, le système qui utilisera la clé.',
    level: 'Niveau',
    levels: {
      standard: 'Standard : conférences, sponsors et utilisateurs',
      privileged:
        'Privilégié : également les propriétaires et les comptes des administrateurs et propriétaires',
    },
    levelHint: 'Utilisez une clé standard, sauf si le système gère des administrateurs et des propriétaires.',
    standardOnly: 'Seuls les propriétaires peuvent créer des clés privilégiées.',
    expiresAt: 'Date d’expiration',
    expiresAtHint: (zone) =>
      `La clé expire à la fin de cette journée (fuseau horaire : ${zone}). Laissez vide si elle ne doit pas expirer.`,
    notADate: 'doit être une date comme 2027-12-31',
    inThePast: 'ne doit pas être dans le passé',
    allowedAddresses: 'Adresses IP autorisées',
    allowedAddressesHint:
      'Une adresse ou une plage par ligne, comme 192.0.2.0/24. Laissez vide pour toutes les autoriser.',
    passwordHint: 'Requis pour les clés privilégiées.',
    create: 'Créer la clé',
  },
  card: {
    created: (at) => ['Créée le ', at],
    exposed: (at) => [
      'Cette clé a été envoyée en HTTP non chiffré le ',
      at,
      '. Renouvelez-la : quelqu’un d’autre a pu la lire.',
    ],
    lastUsed: 'Dernière utilisation',
    neverUsed: 'Jamais',
    lastMinute: '60 dernières secondes',
    ofLimit: (used, limit) => `${number(used)} sur ${number(limit)}`,
    usage: 'Part utilisée de la limite de requêtes',
    lastDay: '24 dernières heures',
    requests: (count) => plural(count, { one: '# requête', other: '# requêtes' }),
    expires: 'Expiration',
    neverExpires: 'Jamais',
    allowedFrom: 'Autorisée depuis',
    anywhere: 'Partout',
    oldSecretExpires: 'Expiration de l’ancien secret',
    viewRequests: 'Voir les requêtes',
    rotate: 'Renouveler',
    revoke: 'Révoquer',
    revoked: 'Révoquée',
    expired: 'Expirée',
    expiresSoon: (when) => `Expire ${when}`,
  },
  rotation: {
    title: (name) => `Renouveler « ${name} »`,
    intro:
      'La clé reçoit un nouveau secret, affiché une seule fois à la page suivante. Le nom, le niveau, la date d’expiration et les adresses IP autorisées ne changent pas. Pendant la période de transition, l’ancien secret fonctionne aussi, pour que vous puissiez mettre à jour votre système sans interruption.',
    submit: 'Renouveler la clé',
    failed: 'La clé n’a pas été renouvelée.',
  },
  revocation: {
    title: (name) => `Révoquer « ${name} »`,
    intro: (key, text) => [
      'Les requêtes avec ',
      key(text),
      ' seront refusées en moins d’une seconde. Cette action est irréversible. ',
    ],
    neverUsed: 'La clé n’a jamais été utilisée.',
    lastUsed: (when) => `Dernière utilisation de la clé : ${when}.`,
    submit: 'Révoquer la clé',
    failed: 'La clé n’a pas été révoquée.',
  },
  secret: {
    created: (name) => `Clé « ${name} » créée`,
    rotated: (name) => `Clé « ${name} » renouvelée`,
    documentTitle: 'Clé API',
    notice:
      'Copiez cette clé maintenant. Elle n’est affichée qu’une fois et ne pourra plus être récupérée. Conservez-la là où votre système garde ses secrets.',
    privilegedNotice: 'Avec elle, l’API autorise tout ce qu’un propriétaire peut faire.',
    key: 'Clé API',
    creation: 'Requête qui crée un brouillon',
    example: 'Exemple de requête',
    certificateHint: (option) => [
      'Le serveur utilise son propre certificat autosigné. Sur un autre ordinateur, copiez-y le fichier et adaptez le chemin après ',
      option('--cacert'),
      '.',
    ],
    documentation: 'Documentation de l’API',
  },
  passwordHint: 'Requis, car la clé est privilégiée.',
  levels: { standard: 'Standard', privileged: 'Privilégié' },
  limit: {
    title: 'Limite de requêtes',
    label: 'Requêtes par clé sur 60 secondes',
    hint: 'Les requêtes au-delà de la limite sont refusées avec le statut 429 et ne sont pas comptées.',
    submit: 'Enregistrer la limite',
  },
}
