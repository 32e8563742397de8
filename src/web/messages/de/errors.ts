// Error pages. Codes without a text of their own show the title and message of the API.
import type { Messages } from '../messages.ts'

export const errors: Messages['errors'] = {
  pages: {
    not_found: { title: 'Seite nicht gefunden', text: 'Diese Seite gibt es nicht.' },
    talk_cancelled: {
      title: 'Vortrag abgesagt',
      text: 'Dieser Vortrag wurde abgesagt. Sie können nicht mehr daran teilnehmen.',
    },
    talk_is_draft: {
      title: 'Vortrag nicht veröffentlicht',
      text: 'Niemand kann an einem Vortrag teilnehmen, bevor er veröffentlicht ist.',
    },
    talk_not_found: { title: 'Vortrag nicht gefunden', text: 'Diesen Vortrag gibt es nicht.' },
    sponsor_not_found: { title: 'Sponsor nicht gefunden', text: 'Diesen Sponsor gibt es nicht.' },
    survey_not_found: { title: 'Umfrage nicht gefunden', text: 'Diese Umfrage gibt es nicht.' },
    user_not_found: { title: 'Benutzer nicht gefunden', text: 'Diesen Benutzer gibt es nicht.' },
    https_required: {
      title: 'HTTPS erforderlich',
      text: 'Verwenden Sie eine Adresse, die mit https:// beginnt.',
    },
    foreign_form: {
      title: 'Website-übergreifende Anfrage abgelehnt',
      text: 'Dieses Formular stammt von einer anderen Website oder ist zu alt. Öffnen Sie die Seite erneut und senden Sie das Formular noch einmal. Für diese Website müssen Cookies zugelassen sein.',
    },
    insufficient_permissions: {
      title: 'Fehlende Berechtigung',
      text: 'Ihre Rolle erlaubt das nicht. Bitten Sie einen Inhaber um Hilfe.',
    },
    too_many_requests: {
      title: 'Zu viele Anfragen',
      text: 'Warten Sie einen Moment und versuchen Sie es erneut.',
    },
    body_too_large: {
      title: 'Formular zu groß',
      text: 'Kürzen Sie Ihre Eingaben oder senden Sie Dateien von zusammen weniger als 32 MB, und versuchen Sie es erneut.',
    },
    request_timeout: {
      title: 'Zeitüberschreitung',
      text: 'Die Anfrage ist nicht rechtzeitig angekommen. Versuchen Sie es erneut.',
    },
    method_not_allowed: {
      title: 'Nichts anzuzeigen',
      text: 'Diese Adresse nimmt nur ein Formular entgegen. Das Ergebnis wurde nach dem Absenden einmal angezeigt.',
    },
    unsupported_media_type: {
      title: 'Nicht unterstütztes Formular',
      text: 'Senden Sie ein Formular dieser Website.',
    },
    internal_error: {
      title: 'Etwas ist schiefgelaufen',
      text: 'Der Server konnte die Anfrage nicht abschließen. Versuchen Sie es später erneut. Wenn das Problem weiterhin besteht, teilen Sie dem Betreiber die Anfrage-ID unten mit.',
    },
    unavailable: {
      title: 'Vorübergehend nicht verfügbar',
      text: 'Der Server erreicht seine Datenbank nicht. Versuchen Sie es später erneut.',
    },
  },
  moved: 'Vielleicht wurde sie verschoben. Durchsuchen Sie stattdessen das Programm:',
  search: 'Vortrag, Speaker oder Thema',
  submit: 'Suchen',
  home: 'Zur Startseite',
  requestId: 'Anfrage-ID',
}
