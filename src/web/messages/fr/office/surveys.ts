// Surveys: their list and their form.
import type { Messages } from '../../messages.ts'

export const surveys: Messages['office']['surveys'] = {
  title: 'Sondages',
  searchHint: 'Titre ou ID externe',
  name: 'Titre',
  state: 'État',
  allStates: 'Tous les états',
  about: 'Sujet',
  questions: 'Questions',
  updated: 'Modification',
  noSurveys: 'Aucun sondage pour le moment.',
  noSurveysAdvice: (add) => [
    add('Ajoutez le premier sondage'),
    ', pour une conférence ou pour tout l’événement.',
  ],
  noMatches: 'Aucun sondage ne correspond.',
  view: 'Ouvrir, fermer et voir les résultats',
  form: {
    new: 'Nouveau sondage',
    description: 'Description',
    talk: 'Conférence',
    wholeEvent: 'Tout l’événement',
    opens: 'Ouverture',
    openings: {
      by_hand: 'Manuelle',
      talk_start: 'Au début de la conférence',
      talk_end: 'À la fin de la conférence',
    },
    results: 'Les résultats sont visibles',
    visibilities: {
      after_answering: 'Après avoir répondu',
      after_closing: 'À la fermeture du sondage',
      moderators: 'Par les modérateurs uniquement',
    },
    anonymous: 'Anonyme',
    anonymousHint:
      'Enregistre les réponses sans nom ni heure. Qui a participé est effacé à la fermeture du sondage.',
    editable: 'Réponses modifiables',
    editableHint:
      'Chacun peut modifier ses réponses tant que le sondage est ouvert. Pas pour les sondages anonymes.',
    questions: 'Questions',
    questionsHint: 'Elles ne peuvent plus être modifiées après la première réponse.',
    question: (place) => `Question ${place}`,
    thisQuestion: 'cette question',
    addQuestion: 'Ajouter une question',
    kind: 'Type',
    kinds: {
      single: 'Choix unique',
      multiple: 'Choix multiple',
      scale: 'Échelle',
      text: 'Texte libre',
    },
    text: 'Question',
    required: 'Obligatoire',
    options: 'Choix',
    optionsHint: 'Un par ligne, de 2 à 20.',
    min: 'De',
    max: 'À',
    minLabel: 'Libellé de la valeur la plus basse',
    maxLabel: 'Libellé de la valeur la plus haute',
    externalIdHint: 'D’autres systèmes peuvent désigner ce sondage par ext: suivi de cet ID.',
    inUse:
      'Ce sondage a des réponses. Ses questions, sa conférence et son anonymat ne peuvent plus être modifiés.',
  },
  deletion: { survey: 'Le sondage et toutes ses réponses' },
}
