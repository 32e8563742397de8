// What the forms of the Back Office share.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const forms: Messages['office']['forms'] = {
  create: 'Erstellen',
  cancel: 'Abbrechen',
  done: 'Fertig',
  notSaved: 'Ihre Änderungen wurden nicht gespeichert. Beheben Sie diese Probleme:',
  warnings: {
    account_adopted: 'Das Konto gab es schon. Es gehört jetzt zu diesem Import und wurde aktualisiert.',
    type_not_applied: 'Das Konto behält seinen Typ. Sie können die Rolle auf seiner Seite ändern.',
    end_registration_not_applied:
      'Die Registrierung wurde abgelehnt und bleibt es. Sie können sie auf der Seite des Kontos annehmen.',
    video_missing: 'Der Vortrag hat noch kein Video.',
    video_ignored: 'Eingebettete Vorträge finden in einem Videoraum statt. Das Video wurde nicht übernommen.',
    room_missing: 'Noch kann niemand den Vortrag ansehen: Richten Sie in den Einstellungen Videoräume ein.',
    username_taken: 'Der Benutzername ist vergeben. Stattdessen wurde ein neuer generiert.',
    speaker_is_attendee:
      'Das Konto wurde hinzugefügt, hat aber weiterhin die Rolle Teilnehmer. Sie können sie auf der Seite des Kontos ändern.',
    moderator_is_attendee:
      'Das Konto wurde hinzugefügt, kann aber nur mit der Rolle Speaker, Admin oder Inhaber moderieren.',
    highlight_not_applied: 'Nur Speaker können hervorgehoben werden.',
  },
  signedOut: 'Sie wurden abgemeldet.',
  signedOutAdvice: (signIn) => [
    'Ihre Änderungen sind noch auf dieser Seite. ',
    signIn('Melden Sie sich in einem anderen Tab an'),
    ' und speichern Sie dann.',
  ],
  newerVersion:
    'Jemand anderes hat dieses Objekt geändert, während Sie es bearbeitet haben. Ihre Änderungen wurden nicht gespeichert.',
  newerVersionAdvice: (review, restart) => [
    review('Prüfen Sie die Änderungen'),
    '. Dann können Sie ',
    restart('mit der neuesten Version neu beginnen'),
    ' oder sie mit Ihrer überschreiben.',
  ],
  overwrite: (version) => `Version ${number(version)} überschreiben`,
  conflict:
    'Jemand anderes hat gerade eine Änderung gespeichert. Ihre Änderungen wurden nicht gespeichert. Versuchen Sie es erneut.',
  moveUp: (name) => `${name} nach oben verschieben`,
  remove: 'Entfernen',
  removeNamed: (name) => `${name} entfernen`,
  externalId: 'Externe ID',
  gracePeriod: 'Übergangsfrist für das alte Secret',
  gracePeriods: {
    none: 'Keine: Es läuft sofort ab',
    hour: '1 Stunde',
    day: '24 Stunden',
    week: '7 Tage',
  },
  saved: {
    talks: { created: 'Vortrag erstellt', saved: 'Vortrag gespeichert' },
    sponsors: { created: 'Sponsor erstellt', saved: 'Sponsor gespeichert' },
    surveys: { created: 'Umfrage erstellt', saved: 'Umfrage gespeichert' },
    users: { created: 'Benutzer erstellt', saved: 'Benutzer gespeichert' },
  },
  accountsCreated: (count) => plural(count, { one: '# Konto erstellt.', other: '# Konten erstellt.' }),
  continue: 'Weiter',
  once: {
    title: 'Bereits angezeigt',
    text: 'Diese Seite hat ein Secret einmal angezeigt und kann nichts davon erneut anzeigen. Wenn Sie es nicht kopiert haben:',
    advice: [
      'API-Schlüssel und Webhooks: Erneuern Sie das Secret in den Einstellungen.',
      'Passwörter und Links zum Zurücksetzen: Erstellen Sie beim Benutzer unter „Zugang“ einen Link zum Zurücksetzen.',
    ],
    dashboard: 'Zum Dashboard',
  },
}
