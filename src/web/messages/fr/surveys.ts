// Surveys on the public site: answering them, their results, and what moderators do.
import type { Messages } from '../messages.ts'
import { formats, plural } from './formats.ts'

export const surveys: Messages['surveys'] = {
  heading: 'Sondages',
  empty: 'Aucun sondage pour le moment.',
  noneOpen: 'Aucun sondage n’est ouvert.',
  noneOpenAdvice: (agenda) => [
    'Les sondages sur une conférence se trouvent sur sa page. ',
    agenda('Voir le programme'),
  ],
  states: { draft: 'Brouillon', open: 'Ouvert', closed: 'Fermé' },
  anonymous: 'Anonyme',
  anonymousHint: 'Les réponses sont enregistrées sans nom ni heure.',
  wholeEvent: 'Sur tout l’événement',
  required: 'Obligatoire',
  anyNumber: 'Plusieurs réponses possibles.',
  send: 'Envoyer les réponses',
  change: 'Modifier vos réponses',
  save: 'Enregistrer les réponses',
  signIn: 'Se connecter pour répondre',
  answer: 'Répondre à ce sondage',
  answeredMark: 'Répondu',
  answered: 'Merci. Vos réponses sont enregistrées.',
  closed: 'Ce sondage est fermé.',
  notOpenYet: 'Ce sondage n’est pas encore ouvert.',
  resultsLater: 'Les résultats apparaîtront à la fermeture du sondage.',
  notSaved: 'Vos réponses n’ont pas été enregistrées :',
  question: (place) => `Question ${place}`,
  results: 'Résultats',
  responses: (count) =>
    count === 0
      ? 'Personne n’a encore répondu.'
      : plural(count, { one: '# personne a répondu.', other: '# personnes ont répondu.' }),
  texts: (count) => plural(count, { one: '# réponse', other: '# réponses' }),
  average: (value) => `Moyenne : ${formats.average(value)}`,
  value: 'Réponse',
  share: 'Part',
  count: (count, share) => `${formats.number(count)} · ${formats.percent(share)}`,
  back: 'Retour à la conférence',
  home: 'Accueil',
  moderation: {
    heading: 'Modération',
    open: 'Ouvrir le sondage',
    reopen: 'Rouvrir',
    close: 'Fermer le sondage',
    show: 'Afficher sur scène',
    details: 'Réponses et participants',
    edit: 'Modifier le sondage',
    erased:
      'La fermeture d’un sondage anonyme efface qui y a participé. Il ne peut plus être rouvert ensuite.',
    responses: 'Réponses',
    responsesTitle: (survey) => `Réponses à « ${survey} »`,
    noResponses: 'Aucune réponse pour le moment.',
    noResponsesAdvice: (view) => [
      'Elles apparaissent ici tant que le sondage est ouvert. ',
      view('Voir le sondage'),
    ],
    someone: 'Anonyme',
    deleted: 'Compte supprimé',
    noAnswer: 'Sans réponse',
    missing: 'Qui n’a pas répondu',
    missingTitle: (survey) => `Sans réponse : « ${survey} »`,
    noneMissing: 'Tout le monde a répondu.',
    unknown: 'Le sondage était anonyme et il est fermé. On ne sait plus qui y a participé.',
    next: 'Page suivante',
  },
}
