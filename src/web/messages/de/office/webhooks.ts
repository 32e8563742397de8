// Webhooks, their deliveries, and their secrets.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const webhooks: Messages['office']['webhooks'] = {
  title: 'Webhooks',
  intro:
    'Webhooks teilen anderen Systemen mit, wenn sich Vorträge, Sponsoren und Benutzer ändern. Ein Ereignis sagt, welches Objekt sich geändert hat, enthält aber keine seiner Werte.',
  noWebhooks: 'Noch keine Webhooks.',
  noWebhooksAdvice: 'Erstellen Sie einen, um ein anderes System zu benachrichtigen.',
  ownersOnly: 'Nur Inhaber können Webhooks erstellen und ändern.',
  new: 'Neuer Webhook',
  create: 'Webhook erstellen',
  notCreated: 'Der Webhook wurde nicht erstellt. Beheben Sie diese Probleme:',
  form: {
    url: 'URL',
    urlHint: 'Eine öffentliche https-URL. Ausstehende Zustellungen gehen an die aktuelle URL.',
    maskedUrlHint:
      'Die Werte der Abfrage werden als ••• angezeigt. Sie bleiben erhalten, wenn Sie die URL unverändert lassen; geben Sie andernfalls die ganze URL ein.',
    description: 'Beschreibung',
    descriptionHint: 'Zum Beispiel das System, das die Ereignisse empfängt.',
    events: 'Ereignisse',
    allEvents: 'Alle Ereignisse',
    selectedEvents: 'Ausgewählte Ereignisse',
    kinds: {
      talk: { legend: 'Vorträge', all: 'Alle Ereignisse zu Vorträgen' },
      sponsor: { legend: 'Sponsoren', all: 'Alle Ereignisse zu Sponsoren' },
      user: { legend: 'Benutzer', all: 'Alle Ereignisse zu Benutzern' },
    },
    actions: { created: 'Erstellt', updated: 'Geändert', deleted: 'Gelöscht' },
    noEvents: 'Wählen Sie mindestens ein Ereignis aus.',
    enabled: 'Aktiviert',
    enabledHint:
      'Ein deaktivierter Webhook sendet nichts. Die Ereignisse aus dieser Zeit können Sie später senden.',
    passwordHint: 'Erforderlich, weil die nächste Seite ein Secret zeigt.',
  },
  status: {
    enabled: 'Aktiviert',
    disabled: 'Deaktiviert',
    failing: 'Schlägt fehl',
    gone: 'Deaktiviert, weil der Endpunkt mit 410 Gone geantwortet hat. Aktivieren Sie den Webhook, wenn der Endpunkt wieder da ist.',
    gaveUp:
      'Nach fünf Tagen fehlgeschlagener Versuche deaktiviert. Wenn der Endpunkt wieder funktioniert, aktivieren Sie den Webhook und stellen Sie die Ereignisse aus dieser Zeit erneut zu.',
    failingSince: (since) => [
      'Seit ',
      since,
      ' ist jeder Versuch fehlgeschlagen. Nach fünf Tagen mit Fehlern wird der Webhook deaktiviert.',
    ],
    urlAndCreated: (url, at) => [url, ' · Erstellt am ', at],
    events: 'Ereignisse',
    allEvents: 'Alle',
    attempts: 'Versuche in 24 Stunden',
    failedAttempts: 'Fehlgeschlagene Versuche',
    count: (count) => number(count),
    pending: 'Ausstehende Zustellungen',
    failed: 'Fehlgeschlagene Zustellungen',
    oldSecretExpires: 'Altes Secret läuft ab',
  },
  page: {
    documentTitle: 'Webhook',
    navigation: 'Webhook',
    deliveriesTab: 'Zustellungen',
    editTab: 'Bearbeiten',
    sendTest: 'Testereignis senden',
    rotate: 'Secret erneuern',
    delete: 'Löschen',
    saved: 'Änderungen gespeichert.',
    testQueued: 'Testereignis eingereiht. Suchen Sie unter den Zustellungen nach webhook.test.',
    queued: (count) =>
      count === 0
        ? 'Keine Zustellungen eingereiht: Es gab keine passenden Ereignisse.'
        : plural(count, { one: '# Zustellung eingereiht.', other: '# Zustellungen eingereiht.' }),
    redeliverRange: 'Zeitraum erneut zustellen',
    redeliverIntro: (zone) =>
      `Sendet alle Ereignisse aus diesem Zeitraum, die der Webhook abonniert hat, auch bereits zugestellte. Eine wiederholte Zustellung behält ihre ID. Zeiten in ${zone}.`,
    from: 'Von',
    fromHint: 'Höchstens vor 30 Tagen.',
    to: 'Bis',
    toHint: 'Lassen Sie das Feld leer für die aktuelle Zeit.',
    redeliver: 'Erneut zustellen',
    rangeProblems: {
      '/from minimum': 'darf nicht mehr als 30 Tage zurückliegen',
      '/from maximum': 'darf nicht in der Zukunft liegen',
      '/to minimum': 'muss nach dem Beginn des Zeitraums liegen',
      '/to maximum':
        'muss früher sein, weil der Zeitraum zu viele Ereignisse enthält; stellen Sie ihn in Teilen erneut zu',
    },
    notQueued: 'Es wurde nichts erneut zugestellt. Beheben Sie diese Probleme:',
  },
  deliveries: {
    title: 'Zustellungen',
    intro: (zone) => `Neueste zuerst. Zustellungen werden 30 Tage aufbewahrt. Zeiten in ${zone}.`,
    state: 'Status',
    allStates: 'Alle Status',
    states: { pending: 'Ausstehend', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
    noDeliveries: 'Noch keine Zustellungen. Sie erscheinen hier, sobald ein Ereignis eintritt.',
    noMatches: 'Keine passenden Zustellungen.',
    event: 'Ereignis',
    attempts: 'Versuche',
    lastResponse: 'Letzte Antwort',
    lastAttempt: 'Letzter Versuch',
    delivery: 'Zustellung',
    deliveryNamed: (id) => `Zustellung ${id}`,
  },
  delivery: {
    documentTitle: 'Zustellung',
    intro: (id, text, zone) => ['Zustellung ', id(text), `. Zeiten in ${zone}.`],
    queued: 'Eingereiht',
    attemptsSinceQueued: 'Versuche seit dem Einreihen',
    nextAttempt: 'Nächster Versuch',
    due: 'Jetzt fällig',
    object: 'Objekt',
    objectNamed: (kind, id) => `${kind} …${id}`,
    redeliver: 'Erneut zustellen',
    request: 'Anfrage',
    timeOfAttempt: '(Zeit des Versuchs)',
    attempts: 'Versuche',
    noAttempts: 'Noch keine Versuche.',
    noResponse: 'Keine Antwort',
    to: (url, text) => ['an ', url(text)],
  },
  rotation: {
    title: 'Webhook-Secret erneuern',
    intro:
      'Der Webhook erhält ein neues Secret, das auf der nächsten Seite einmal angezeigt wird. Während der Übergangsfrist werden Zustellungen mit beiden Secrets signiert, sodass Sie das empfangende System ohne Unterbrechung umstellen können.',
    submit: 'Secret erneuern',
    failed: 'Das Secret wurde nicht erneuert.',
  },
  deletion: {
    title: 'Webhook löschen',
    intro: (url, text) => [
      'An ',
      url(text),
      ' wird nichts mehr gesendet. Seine Zustellungen werden gelöscht, auch ausstehende. Seine Änderungen bleiben im Audit-Protokoll.',
    ],
    submit: 'Webhook löschen',
  },
  secret: {
    created: 'Webhook erstellt',
    rotated: 'Webhook-Secret erneuert',
    documentTitle: 'Webhook-Secret',
    notice:
      'Kopieren Sie dieses Secret jetzt. Es wird nur einmal angezeigt und lässt sich später nicht mehr abrufen. Bewahren Sie es dort auf, wo das empfangende System seine Secrets speichert.',
    secret: 'Secret',
    use: (standard) => [
      'Das empfangende System prüft damit jede Zustellung, wie in ',
      standard('Standard Webhooks'),
      ' festgelegt. Die Bibliotheken dafür gibt es für die meisten Programmiersprachen; sie nehmen das Secret so entgegen, wie es hier steht.',
    ],
  },
}
