// The first steps of a new platform.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const firstSteps: Messages['office']['firstSteps'] = {
  title: 'Erste Schritte',
  progress: (done, all) => `${number(done)} von ${number(all)} erledigt`,
  done: 'Erledigt',
  dismiss: 'Nicht mehr anzeigen',
  steps: {
    zone: {
      title: 'Zeitzone bestätigen',
      text: 'In ihr wird das Programm angezeigt, und in ihr werden Zeiten aus Dateien gelesen.',
    },
    logo: {
      title: 'Logo hinzufügen',
      text: 'Es steht auf jeder Seite. Farben und Banner finden Sie ebenfalls dort.',
    },
    programme: {
      title: 'Programm übernehmen',
      text: 'Importieren Sie eine Tabelle oder einen Export, füllen Sie eine Vorlage aus, oder legen Sie den ersten Vortrag selbst an.',
    },
    colleagues: {
      title: 'Kolleginnen und Kollegen einladen',
      text: 'Legen Sie ein Konto an, und machen Sie es unter „Zugang“ zum Admin.',
    },
    site: { title: 'Website ansehen', text: 'Sehen Sie, was Besucher sehen.' },
    key: {
      title: 'API-Schlüssel erstellen',
      text: 'Damit kann ein anderes System Vorträge, Sponsoren und Personen senden. Sie erhalten einen Befehl, der sofort funktioniert.',
    },
  },
  confirm: 'Bestätigen',
  addLogo: 'Einstellungen öffnen',
  importFile: 'Datei importieren',
  addTalk: 'Vortrag anlegen',
  templateXlsx: 'Excel-Vorlage',
  templateCsv: 'CSV-Vorlage',
  invite: 'Neues Konto',
  viewSite: 'Website ansehen',
  createKey: 'API-Schlüssel erstellen',
}
