// Webhooks, their deliveries, and their secrets.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const webhooks: Messages['office']['webhooks'] = {
  title: 'Webhooks',
  intro:
    'Les webhooks signalent aux autres systèmes les changements de conférences, de sponsors et d’utilisateurs. Un événement indique quel objet a changé, mais ne contient aucune de ses valeurs.',
  noWebhooks: 'Aucun webhook pour le moment.',
  noWebhooksAdvice: 'Créez-en un pour avertir un autre système.',
  ownersOnly: 'Seuls les propriétaires peuvent créer et modifier des webhooks.',
  new: 'Nouveau webhook',
  create: 'Créer le webhook',
  notCreated: 'Le webhook n’a pas été créé. Corrigez ces problèmes :',
  form: {
    url: 'URL',
    urlHint: 'Une URL https publique. Les envois en attente vont à l’URL actuelle.',
    maskedUrlHint:
      'Les valeurs de sa requête sont affichées sous la forme •••. Elles sont conservées si vous ne modifiez pas l’URL ; sinon, saisissez l’URL entière.',
    description: 'Description',
    descriptionHint: 'Par exemple, le système qui reçoit les événements.',
    events: 'Événements',
    allEvents: 'Tous les événements',
    selectedEvents: 'Événements sélectionnés',
    kinds: {
      talk: { legend: 'Conférences', all: 'Tous les événements de conférence' },
      sponsor: { legend: 'Sponsors', all: 'Tous les événements de sponsor' },
      user: { legend: 'Utilisateurs', all: 'Tous les événements d’utilisateur' },
    },
    actions: { created: 'Création', updated: 'Modification', deleted: 'Suppression' },
    noEvents: 'Sélectionnez au moins un événement.',
    enabled: 'Activé',
    enabledHint:
      'Un webhook désactivé n’envoie rien. Vous pourrez envoyer plus tard les événements de cette période.',
    passwordHint: 'Requis, car la page suivante affiche un secret.',
  },
  status: {
    enabled: 'Activé',
    disabled: 'Désactivé',
    failing: 'En échec',
    gone: 'Désactivé, car le point de terminaison a répondu 410 Gone. Réactivez le webhook quand il sera de nouveau disponible.',
    gaveUp:
      'Désactivé après cinq jours de tentatives échouées. Quand le point de terminaison fonctionnera de nouveau, réactivez le webhook et renvoyez les événements de cette période.',
    failingSince: (since) => [
      'Toutes les tentatives échouent depuis ',
      since,
      '. Après cinq jours d’échecs, le webhook est désactivé.',
    ],
    urlAndCreated: (url, at) => [url, ' · Créé le ', at],
    events: 'Événements',
    allEvents: 'Tous',
    attempts: 'Tentatives en 24 heures',
    failedAttempts: 'Tentatives échouées',
    count: (count) => number(count),
    pending: 'Envois en attente',
    failed: 'Envois échoués',
    oldSecretExpires: 'Expiration de l’ancien secret',
  },
  page: {
    documentTitle: 'Webhook',
    navigation: 'Webhook',
    deliveriesTab: 'Envois',
    editTab: 'Modifier',
    sendTest: 'Envoyer un événement de test',
    rotate: 'Renouveler le secret',
    delete: 'Supprimer',
    saved: 'Modifications enregistrées.',
    testQueued: 'Événement de test mis en file d’attente. Cherchez webhook.test parmi les envois.',
    queued: (count) =>
      count === 0
        ? 'Aucun envoi mis en file d’attente : aucun événement ne correspondait.'
        : plural(count, {
            one: '# envoi mis en file d’attente.',
            other: '# envois mis en file d’attente.',
          }),
    redeliverRange: 'Renvoyer une période',
    redeliverIntro: (zone) =>
      `Envoie tous les événements de cette période auxquels le webhook est abonné, y compris ceux déjà remis. Un envoi répété garde son ID. Fuseau horaire : ${zone}.`,
    from: 'Du',
    fromHint: 'Il y a 30 jours au plus.',
    to: 'Au',
    toHint: 'Laissez vide pour l’heure actuelle.',
    redeliver: 'Renvoyer',
    rangeProblems: {
      '/from minimum': 'ne doit pas remonter à plus de 30 jours',
      '/from maximum': 'ne doit pas être dans le futur',
      '/to minimum': 'doit être postérieur au début de la période',
      '/to maximum':
        'doit être plus tôt, car la période contient trop d’événements ; renvoyez-la en plusieurs fois',
    },
    notQueued: 'Rien n’a été renvoyé. Corrigez ces problèmes :',
  },
  deliveries: {
    title: 'Envois',
    intro: (zone) =>
      `Les plus récents d’abord. Les envois sont conservés 30 jours. Fuseau horaire : ${zone}.`,
    state: 'État',
    allStates: 'Tous les états',
    states: { pending: 'En attente', delivered: 'Remis', failed: 'Échoué' },
    noDeliveries: 'Aucun envoi pour le moment. Ils apparaissent ici dès qu’un événement se produit.',
    noMatches: 'Aucun envoi ne correspond.',
    event: 'Événement',
    attempts: 'Tentatives',
    lastResponse: 'Dernière réponse',
    lastAttempt: 'Dernière tentative',
    delivery: 'Envoi',
    deliveryNamed: (id) => `Envoi ${id}`,
  },
  delivery: {
    documentTitle: 'Envoi',
    intro: (id, text, zone) => ['Envoi ', id(text), `. Fuseau horaire : ${zone}.`],
    queued: 'Mis en file d’attente',
    attemptsSinceQueued: 'Tentatives depuis',
    nextAttempt: 'Prochaine tentative',
    due: 'Maintenant',
    object: 'Objet',
    objectNamed: (kind, id) => `${kind} …${id}`,
    redeliver: 'Renvoyer',
    request: 'Requête',
    timeOfAttempt: '(heure de la tentative)',
    attempts: 'Tentatives',
    noAttempts: 'Aucune tentative pour le moment.',
    noResponse: 'Pas de réponse',
    to: (url, text) => ['vers ', url(text)],
  },
  rotation: {
    title: 'Renouveler le secret du webhook',
    intro:
      'Le webhook reçoit un nouveau secret, affiché une seule fois à la page suivante. Pendant la période de transition, les envois sont signés avec les deux secrets, pour que vous puissiez mettre à jour le système destinataire sans interruption.',
    submit: 'Renouveler le secret',
    failed: 'Le secret n’a pas été renouvelé.',
  },
  deletion: {
    title: 'Supprimer le webhook',
    intro: (url, text) => [
      'Plus rien ne sera envoyé à ',
      url(text),
      '. Ses envois, y compris ceux en attente, sont supprimés. Ses modifications restent dans le journal d’audit.',
    ],
    submit: 'Supprimer le webhook',
  },
  secret: {
    created: 'Webhook créé',
    rotated: 'Secret du webhook renouvelé',
    documentTitle: 'Secret du webhook',
    notice:
      'Copiez ce secret maintenant. Il n’est affiché qu’une fois et ne pourra plus être récupéré. Conservez-le là où le système destinataire garde ses secrets.',
    secret: 'Secret',
    use: (standard) => [
      'Le système destinataire l’utilise pour vérifier chaque envoi, selon ',
      standard('Standard Webhooks'),
      '. Ses bibliothèques, disponibles pour la plupart des langages, acceptent le secret tel qu’il est affiché ici.',
    ],
  },
}
