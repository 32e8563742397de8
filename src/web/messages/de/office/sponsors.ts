// Sponsors: their list and their form.
import type { Messages } from '../../messages.ts'
import { list } from '../formats.ts'

export const sponsors: Messages['office']['sponsors'] = {
  title: 'Sponsoren',
  searchHint: 'Name oder externe ID',
  name: 'Name',
  level: 'Stufe',
  allLevels: 'Alle Stufen',
  visibility: 'Sichtbarkeit',
  visible: {
    highlight: 'Hervorgehoben',
    lobby: 'Lobby',
    page: 'Eigene Seite',
    sponsorsPage: 'Sponsorenseite',
  },
  speakers: 'Speaker',
  updated: 'Geändert',
  noSponsors: 'Noch keine Sponsoren.',
  noSponsorsAdvice: (add, createKey) => [
    add('Fügen Sie den ersten Sponsor hinzu'),
    ' oder ',
    createKey('erstellen Sie einen API-Schlüssel'),
    ', damit ein anderes System Sponsoren senden kann.',
  ],
  noMatches: 'Keine passenden Sponsoren.',
  form: {
    new: 'Neuer Sponsor',
    logo: 'Logo-URL',
    icon: 'Icon-URL',
    website: 'Website-URL',
    urlHint: 'Eine https-URL.',
    color: 'Farbe',
    colorHint: 'Eine Hexfarbe wie #0a7d55.',
    displayInLobby: 'In der Lobby anzeigen',
    displayInLobbyHint: 'Wird auf der Startseite angezeigt.',
    highlight: 'Hervorheben',
    highlightHint: 'Fällt unter den Sponsoren auf.',
    hasPage: 'Eigene Seite',
    hasPageHint: 'Verlinkt auf eine Seite mit dem Inhalt unten.',
    pageContent: 'Seiteninhalt',
    pageContentHint: 'Skripte, Stile und Frames in HTML werden beim Anzeigen der Seite entfernt.',
    pageFormat: 'Format der Seite',
    pageFormats: { html: 'HTML', markdown: 'Markdown' },
    speakersHint: 'Die Personen, die für den Sponsor sprechen.',
    externalIdHint: 'Andere Systeme können diesen Sponsor mit ext: und dieser ID ansprechen.',
  },
  deletion: {
    sponsor: 'Der Sponsor und sein Logo auf der Sponsorenseite',
    sponsorWithPage: 'Der Sponsor, sein Logo auf der Sponsorenseite und seine eigene Seite',
    accounts: (emails) => `Die Konten seiner Speaker: ${list(emails)}`,
  },
}
