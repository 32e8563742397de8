// Surveys: their list and their form.
import type { Messages } from '../../messages.ts'

export const surveys: Messages['office']['surveys'] = {
  title: 'Umfragen',
  searchHint: 'Titel oder externe ID',
  name: 'Titel',
  state: 'Status',
  allStates: 'Alle Status',
  about: 'Thema',
  questions: 'Fragen',
  updated: 'Geändert',
  noSurveys: 'Noch keine Umfragen.',
  noSurveysAdvice: (add) => [
    add('Fügen Sie die erste Umfrage hinzu'),
    ', zu einem Vortrag oder zur ganzen Veranstaltung.',
  ],
  noMatches: 'Keine passenden Umfragen.',
  view: 'Öffnen, schließen und Ergebnisse ansehen',
  form: {
    new: 'Neue Umfrage',
    description: 'Beschreibung',
    talk: 'Vortrag',
    wholeEvent: 'Die ganze Veranstaltung',
    opens: 'Öffnet',
    openings: {
      by_hand: 'Von Hand',
      talk_start: 'Wenn der Vortrag beginnt',
      talk_end: 'Wenn der Vortrag endet',
    },
    results: 'Ergebnisse sind sichtbar',
    visibilities: {
      after_answering: 'Nach dem Antworten',
      after_closing: 'Wenn die Umfrage geschlossen ist',
      moderators: 'Nur für Moderatoren',
    },
    anonymous: 'Anonym',
    anonymousHint:
      'Speichert Antworten ohne Namen und Zeiten. Wer teilgenommen hat, wird beim Schließen der Umfrage gelöscht.',
    editable: 'Änderbare Antworten',
    editableHint:
      'Antworten können geändert werden, solange die Umfrage offen ist. Nicht bei anonymen Umfragen.',
    questions: 'Fragen',
    questionsHint: 'Nach der ersten Antwort können sie nicht mehr geändert werden.',
    question: (place) => `Frage ${place}`,
    thisQuestion: 'diese Frage',
    addQuestion: 'Frage hinzufügen',
    kind: 'Art',
    kinds: {
      single: 'Einfachauswahl',
      multiple: 'Mehrfachauswahl',
      scale: 'Skala',
      text: 'Freitext',
    },
    text: 'Frage',
    required: 'Pflichtfrage',
    options: 'Antworten zur Auswahl',
    optionsHint: 'Eine pro Zeile, 2 bis 20.',
    min: 'Von',
    max: 'Bis',
    minLabel: 'Beschriftung des niedrigsten Werts',
    maxLabel: 'Beschriftung des höchsten Werts',
    externalIdHint: 'Andere Systeme können diese Umfrage mit ext: und dieser ID ansprechen.',
    inUse:
      'Zu dieser Umfrage gibt es Antworten. Fragen, Vortrag und Anonymität können nicht mehr geändert werden.',
  },
  deletion: { survey: 'Die Umfrage mit allen Antworten' },
}
