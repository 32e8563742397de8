// The dashboard.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

const errors = (refused: number, failed: number) =>
  `${plural(refused, { one: '# Clientfehler', other: '# Clientfehler' })}, ${plural(failed, {
    one: '# Serverfehler',
    other: '# Serverfehler',
  })}`
const requestsText = (count: number) => plural(count, { one: '# Anfrage', other: '# Anfragen' })

export const dashboard: Messages['office']['dashboard'] = {
  title: 'Dashboard',
  proposals: (count, review) => [
    plural(count, {
      one: 'Änderungen an # Vortrag warten auf Freigabe. ',
      other: 'Änderungen an # Vorträgen warten auf Freigabe. ',
    }),
    review('Prüfen'),
  ],
  lacksRooms: (setUp) => [
    'Eingebettete Vorträge können nicht angesehen werden, weil es noch keine Videoräume gibt. ',
    setUp('Videoräume einrichten'),
  ],
  figures: {
    count: (count) => number(count),
    live: (count) => plural(count, { one: 'Vortrag jetzt live', other: 'Vorträge jetzt live' }),
    toReview: (count) =>
      plural(count, { one: 'Registrierung zu prüfen', other: 'Registrierungen zu prüfen' }),
    requests: 'Anfragen in 24 Stunden',
    errors: 'Fehler in 24 Stunden',
  },
  traffic: {
    title: 'API-Anfragen in den letzten 24 Stunden',
    successful: 'Erfolgreich',
    refused: 'Clientfehler (4xx)',
    failed: 'Serverfehler (5xx)',
    summary: (requests, refused, failed) =>
      `${requestsText(requests)} in den letzten 24 Stunden: ${errors(refused, failed)}.`,
    reading: (time, requests, refused, failed) =>
      `${time}: ${requestsText(requests)}, ${errors(refused, failed)}`,
    asTable: 'Als Tabelle anzeigen',
    tableLabel: 'Anfragen pro Stunde',
    hour: (zone) => `Stunde, ${zone}`,
    requests: 'Anfragen',
    unlogged: (count) =>
      plural(count, {
        one: '# Anfrage kam zu schnell, um einzeln protokolliert zu werden.',
        other: '# Anfragen kamen zu schnell, um einzeln protokolliert zu werden.',
      }),
    openLog: 'Anfrageprotokoll öffnen',
  },
  programme: {
    title: 'Live und demnächst',
    timesIn: (zone) => `Zeiten in ${zone}.`,
    until: (time) => `bis ${time}`,
    starts: (day, time) => `${day}, ${time}`,
    live: 'Live',
    moreLive: (count) => `und ${number(count)} weitere jetzt live`,
    all: 'Alle laufenden und kommenden Vorträge ansehen',
    empty: (add) => ['Keine laufenden oder kommenden Vorträge. ', add('Vortrag hinzufügen'), '.'],
  },
  overview: {
    toDo: 'Zu erledigen',
    nothingToDo: 'Im Programm fehlt nichts.',
    checks: {
      conflict: (count) =>
        plural(count, { one: '# Vortrag ist doppelt belegt', other: '# Vorträge sind doppelt belegt' }),
      speakers: (count) =>
        plural(count, { one: '# Vortrag hat keine Speaker', other: '# Vorträge haben keine Speaker' }),
      video: (count) =>
        plural(count, { one: '# Vortrag hat kein Video', other: '# Vorträge haben kein Video' }),
      room: (count) =>
        plural(count, { one: '# Vortrag hat keinen Raum', other: '# Vorträge haben keinen Raum' }),
      picture: (count) =>
        plural(count, { one: '# Vortrag hat kein Bild', other: '# Vorträge haben kein Bild' }),
    },
    incompleteSpeakers: (count) =>
      plural(count, {
        one: 'Bei # Speaker fehlt die Biografie oder das Bild',
        other: 'Bei # Speakern fehlt die Biografie oder das Bild',
      }),
    moreIncompleteSpeakers: (count) =>
      plural(count, { other: 'Bei mehr als # Speakern fehlt die Biografie oder das Bild' }),
    signUps: 'Registrierungen',
    signUpsIn30Days: (count) =>
      plural(count, {
        one: '# Registrierung in den letzten 30 Tagen',
        other: '# Registrierungen in den letzten 30 Tagen',
      }),
    favorites: 'Am häufigsten favorisiert',
    noFavorites: 'Noch niemand hat einen Vortrag favorisiert.',
    stars: (count) => plural(count, { one: '# Stern', other: '# Sterne' }),
    changes: 'Letzte Änderungen',
    allChanges: 'Alle Änderungen ansehen',
  },
  keys: {
    title: 'Bald ablaufende Schlüssel',
    empty: 'In den nächsten 30 Tagen läuft kein Schlüssel ab.',
  },
  webhooks: {
    title: 'Fehlschlagende Webhooks',
    counts: (pending, failed) => `${number(pending)} ausstehend, ${number(failed)} fehlgeschlagen`,
    allWorking: 'Alle Webhooks funktionieren.',
    none: 'Noch keine Webhooks.',
    view: 'Webhooks ansehen',
  },
}
