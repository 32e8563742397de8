// Refusals, by code: what error pages say, and forms that scripts send.
import type { Messages } from '../messages.ts'
import { formats } from './formats.ts'

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
      text: 'Der Server erreicht seine Datenbank nicht. Versuchen Sie es in einigen Sekunden erneut.',
    },
    message_not_found: { title: 'Nachricht nicht gefunden', text: 'Diese Nachricht gibt es nicht.' },
    question_not_found: { title: 'Frage nicht gefunden', text: 'Diese Frage gibt es nicht.' },
    favorite_not_found: { title: 'Nicht gemerkt', text: 'Sie haben diesen Vortrag nicht gemerkt.' },
    webhook_not_found: { title: 'Webhook nicht gefunden', text: 'Diesen Webhook gibt es nicht.' },
    delivery_not_found: {
      title: 'Zustellung nicht gefunden',
      text: 'Diese Zustellung gibt es nicht. Zustellungen werden 30 Tage aufbewahrt.',
    },
    admins_only: { title: 'Nur für Admins', text: 'Das können nur Admins und Inhaber tun.' },
    moderators_only: { title: 'Nur für die Moderation', text: 'Das können nur Moderatoren tun.' },
    protected_account: {
      title: 'Geschütztes Konto',
      text: 'Dieses Konto gehört einem Admin oder Inhaber. Das können nur Inhaber tun.',
    },
    watching_restricted: {
      title: 'Für Sie nicht geöffnet',
      text: 'Sie können diesen Vortrag nicht ansehen und nicht daran teilnehmen. Dafür müssen Sie sich möglicherweise anmelden, oder Sie brauchen eine angenommene Registrierung oder Credits.',
    },
    muted: {
      title: 'Stummgeschaltet',
      text: 'Die Moderation hat Sie stummgeschaltet. Sie können lesen, aber nicht schreiben.',
    },
    chat_paused: { title: 'Chat pausiert', text: 'Die Moderation hat den Chat pausiert.' },
    feature_off: { title: 'Ausgeschaltet', text: 'Das ist hier ausgeschaltet.' },
    message_held: { title: 'Nachricht nicht sichtbar', text: 'Diese Nachricht wartet auf die Moderation.' },
    message_removed: { title: 'Nachricht entfernt', text: 'Diese Nachricht wurde entfernt.' },
    question_closed: { title: 'Frage geschlossen', text: 'Diese Frage ist nicht mehr offen.' },
    question_limit: {
      title: 'Zu viele offene Fragen',
      text: 'Sie haben vorerst so viele Fragen gestellt, wie Sie können. Ziehen Sie eine zurück oder warten Sie, bis eine beantwortet ist.',
    },
    insufficient_credits: { title: 'Zu wenige Credits', text: 'Dafür reichen die Credits nicht.' },
    insufficient_points: { title: 'Zu wenige Punkte', text: 'Dafür reichen die Punkte nicht.' },
    talk_not_open: {
      title: 'Vortrag nicht geöffnet',
      text: 'Dieser Vortrag kann gerade nicht angesehen werden.',
    },
    survey_not_shown: {
      title: 'Umfrage nicht sichtbar',
      text: 'Diese Umfrage kann hier gerade nicht gezeigt werden.',
    },
    survey_not_open: { title: 'Umfrage nicht geöffnet', text: 'Diese Umfrage ist nicht geöffnet.' },
    survey_answered: { title: 'Bereits beantwortet', text: 'Sie haben diese Umfrage bereits beantwortet.' },
    survey_in_use: {
      title: 'Umfrage hat Antworten',
      text: 'Die Umfrage hat bereits Antworten, deshalb lassen sich ihre Fragen und ihre Anonymität nicht ändern.',
    },
    survey_anonymous: {
      title: 'Anonyme Umfrage geschlossen',
      text: 'Eine anonyme Umfrage kann nicht wieder geöffnet werden.',
    },
    email_taken: {
      title: 'E-Mail-Adresse vergeben',
      text: 'Ein Konto mit dieser E-Mail-Adresse gibt es bereits.',
    },
    username_taken: {
      title: 'Benutzername vergeben',
      text: 'Ein Konto mit diesem Benutzernamen gibt es bereits, oder aus dem Namen ließ sich keiner bilden. Wählen Sie einen anderen.',
    },
    external_id_taken: {
      title: 'Externe ID vergeben',
      text: 'Ein anderes Objekt dieser Art hat diese externe ID bereits.',
    },
    sole_speaker: {
      title: 'Einziger Speaker eines Vortrags',
      text: 'Dieses Konto ist der einzige Speaker eines Vortrags. Fügen Sie dem Vortrag zuerst weitere Speaker hinzu oder löschen Sie ihn.',
    },
    last_owner: {
      title: 'Letzter Inhaber',
      text: 'Dieses Konto ist der letzte Inhaber der Plattform. Machen Sie zuerst jemand anderen zum Inhaber.',
    },
    webhook_disabled: {
      title: 'Webhook deaktiviert',
      text: 'Der Webhook ist deaktiviert, deshalb kann ihm nichts gesendet werden. Aktivieren Sie ihn zuerst.',
    },
    too_many_favorites: {
      title: 'Zu viele gemerkte Vorträge',
      text: 'Sie haben 1.000 Vorträge gemerkt. Entfernen Sie zuerst einen.',
    },
    too_many_webhooks: {
      title: 'Zu viele Webhooks',
      text: 'Die Plattform hat so viele Webhooks, wie sie haben kann. Löschen Sie zuerst einen.',
    },
    precondition_failed: {
      title: 'Inzwischen geändert',
      text: 'Jemand anderes hat das inzwischen geändert. Es wurde nichts gespeichert. Laden Sie die Seite neu und versuchen Sie es erneut.',
    },
    invalid_data: {
      title: 'Nicht gespeichert',
      text: 'Das Gesendete ist nicht gültig. Es wurde nichts gespeichert.',
    },
    invalid_file: {
      title: 'Ungültige Datei',
      text: 'Die Datei kann nicht verwendet werden. Es wurde nichts gespeichert.',
    },
    pictures_unsupported: {
      title: 'Bilder nicht unterstützt',
      text: 'Diese Installation kann keine Bilder verarbeiten. Ihr Betreiber kann das Paket für Bilder installieren.',
    },
    misdirected_request: {
      title: 'Unbekannte Adresse',
      text: 'Unter diesem Hostnamen gibt es keine Website.',
    },
    unconfirmed_host: {
      title: 'Adresse nicht bestätigt',
      text: 'Für diesen Hostnamen kann kein Link erstellt werden, weil er nicht bestätigt ist. Bitten Sie den Betreiber dieser Website um Hilfe.',
    },
    uri_too_long: { title: 'Adresse zu lang', text: 'Die Adresse dieser Seite ist zu lang.' },
    bad_request: {
      title: 'Anfrage nicht verstanden',
      text: 'Der Server konnte diese Anfrage nicht lesen. Gehen Sie zurück und versuchen Sie es erneut.',
    },
  },
  retry: (seconds) => `Das war zu schnell. Versuchen Sie es ${formats.wait(seconds)} erneut.`,
  moved: 'Vielleicht wurde sie verschoben. Durchsuchen Sie stattdessen das Programm:',
  search: 'Vortrag, Speaker oder Thema',
  submit: 'Suchen',
  tryAgain: 'Erneut versuchen',
  home: 'Zur Startseite',
  requestId: 'Anfrage-ID',
}
