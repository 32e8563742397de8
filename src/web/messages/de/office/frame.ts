// The frame of the Back Office, and notices that several areas share.
import type { Messages } from '../../messages.ts'

export const frame: Messages['office']['frame'] = {
  title: (page) => `${page} · Back Office`,
  navigation: 'Back Office',
  menu: 'Menü',
  signedInAs: 'Angemeldet als',
  areas: {
    dashboard: 'Dashboard',
    talks: 'Vorträge',
    speakers: 'Speaker',
    sponsors: 'Sponsoren',
    surveys: 'Umfragen',
    users: 'Benutzer',
    registrations: 'Registrierungen',
    audit: 'Audit-Protokoll',
    requests: 'Anfrageprotokoll',
    settings: 'Einstellungen',
  },
  done: {
    created: 'Erstellt.',
    saved: 'Änderungen gespeichert.',
    unchanged: 'Es gab nichts zu ändern.',
    deleted: 'Gelöscht.',
    restored: 'Wiederhergestellt.',
    erased: 'Endgültig gelöscht.',
    role: 'Rolle geändert.',
    accepted: 'Registrierung angenommen.',
    invited: 'Die Einladung ist unterwegs. Einstellungen > E-Mails zeigt, wann sie gesendet wird.',
    'invitation-revoked': 'Einladung widerrufen. Ihr Link funktioniert nicht mehr.',
    'email-test': 'Die Test-E-Mail ist unterwegs.',
    'email-retried': 'Die E-Mail wird erneut gesendet.',
    rejected: 'Registrierung abgelehnt.',
    'two-factor':
      'Zwei-Faktor-Authentifizierung ausgeschaltet. Für die Anmeldung bei diesem Konto genügt jetzt das Passwort.',
    revoked: 'Schlüssel widerrufen. Anfragen mit ihm werden jetzt abgelehnt.',
    hosts: 'Hostnamen gespeichert.',
    'webhook-deleted': 'Webhook gelöscht.',
  },
  copy: 'Kopieren',
  copied: 'Kopiert',
  none: 'Keine',
  refusals: {
    too_many_requests: 'Zurzeit gibt es zu viele Anfragen. Versuchen Sie es später erneut.',
    protected_account: 'Dieses Konto gehört einem Admin oder Inhaber. Das können nur Inhaber tun.',
    insufficient_permissions: 'Nur Inhaber können Admins und Inhaber anlegen.',
    unconfirmed_host:
      'Dieser Hostname ist nicht bestätigt, deshalb kann kein Link dafür erstellt werden. Ein Inhaber kann ihn unter Einstellungen > Allgemein hinzufügen. Wenn der Port weder 443 noch der des Servers ist, muss stattdessen LECTERN_PUBLIC_URL gesetzt werden.',
  },
}
