// The dashboard.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

const errors = (refused: number, failed: number) =>
  `${plural(refused, { one: '# erreur client', other: '# erreurs client' })}, ${plural(failed, {
    one: '# erreur serveur',
    other: '# erreurs serveur',
  })}`
const requestsText = (count: number) => plural(count, { one: '# requête', other: '# requêtes' })

export const dashboard: Messages['office']['dashboard'] = {
  title: 'Tableau de bord',
  proposals: (count, review) => [
    plural(count, {
      one: 'Des modifications de # conférence attendent d’être approuvées. ',
      other: 'Des modifications de # conférences attendent d’être approuvées. ',
    }),
    review('Examiner'),
  ],
  lacksRooms: (setUp) => [
    'Personne ne peut regarder les conférences intégrées, car il n’y a pas encore de salles vidéo. ',
    setUp('Configurer les salles vidéo'),
  ],
  figures: {
    count: (count) => number(count),
    live: (count) => plural(count, { one: 'conférence en direct', other: 'conférences en direct' }),
    toReview: (count) => plural(count, { one: 'inscription à examiner', other: 'inscriptions à examiner' }),
    requests: 'requêtes en 24 heures',
    errors: 'erreurs en 24 heures',
  },
  traffic: {
    title: 'Requêtes API des 24 dernières heures',
    successful: 'Réussies',
    refused: 'Erreurs client (4xx)',
    failed: 'Erreurs serveur (5xx)',
    summary: (requests, refused, failed) =>
      `${requestsText(requests)} au cours des 24 dernières heures : ${errors(refused, failed)}.`,
    reading: (time, requests, refused, failed) =>
      `${time} : ${requestsText(requests)}, ${errors(refused, failed)}`,
    asTable: 'Afficher sous forme de tableau',
    tableLabel: 'Requêtes par heure',
    hour: (zone) => `Heure, ${zone}`,
    requests: 'Requêtes',
    unlogged: (count) =>
      plural(count, {
        one: '# requête est arrivée trop vite pour être enregistrée individuellement.',
        other: '# requêtes sont arrivées trop vite pour être enregistrées individuellement.',
      }),
    openLog: 'Ouvrir le journal des requêtes',
  },
  programme: {
    title: 'En direct et à venir',
    timesIn: (zone) => `Fuseau horaire : ${zone}.`,
    until: (time) => `jusqu’à ${time}`,
    starts: (day, time) => `${day}, ${time}`,
    live: 'En direct',
    moreLive: (count) => plural(count, { one: 'et # autre en direct', other: 'et # autres en direct' }),
    all: 'Voir toutes les conférences en direct et à venir',
    empty: (add) => ['Aucune conférence en direct ou à venir. ', add('Ajouter une conférence'), '.'],
  },
  overview: {
    toDo: 'À faire',
    nothingToDo: 'Il ne manque rien au programme.',
    checks: {
      conflict: (count) =>
        plural(count, {
          one: '# conférence en double réservation',
          other: '# conférences en double réservation',
        }),
      speakers: (count) =>
        plural(count, { one: '# conférence sans intervenant', other: '# conférences sans intervenant' }),
      video: (count) => plural(count, { one: '# conférence sans vidéo', other: '# conférences sans vidéo' }),
      room: (count) => plural(count, { one: '# conférence sans salle', other: '# conférences sans salle' }),
      picture: (count) =>
        plural(count, { one: '# conférence sans image', other: '# conférences sans image' }),
    },
    incompleteSpeakers: (count) =>
      plural(count, {
        one: '# intervenant sans biographie ou sans photo',
        other: '# intervenants sans biographie ou sans photo',
      }),
    moreIncompleteSpeakers: (count) =>
      plural(count, { other: 'Plus de # intervenants sans biographie ou sans photo' }),
    signUps: 'Inscriptions',
    signUpsIn30Days: (count) =>
      plural(count, {
        one: '# inscription au cours des 30 derniers jours',
        other: '# inscriptions au cours des 30 derniers jours',
      }),
    favorites: 'Les plus suivies',
    noFavorites: 'Personne n’a encore ajouté de conférence à ses favoris.',
    stars: (count) => plural(count, { one: '# étoile', other: '# étoiles' }),
    changes: 'Modifications récentes',
    allChanges: 'Voir toutes les modifications',
  },
  keys: {
    title: 'Clés expirant bientôt',
    empty: 'Aucune clé n’expire dans les 30 jours.',
  },
  webhooks: {
    title: 'Webhooks en échec',
    counts: (pending, failed) => `${number(pending)} en attente, ${number(failed)} en échec`,
    allWorking: 'Tous les webhooks fonctionnent.',
    none: 'Aucun webhook pour le moment.',
    view: 'Voir les webhooks',
  },
}
