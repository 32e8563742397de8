// Sponsors: their list and their form.
import type { Messages } from '../../messages.ts'
import { list } from '../formats.ts'

export const sponsors: Messages['office']['sponsors'] = {
  title: 'Sponsors',
  searchHint: 'Nom ou ID externe',
  name: 'Nom',
  level: 'Niveau',
  allLevels: 'Tous les niveaux',
  visibility: 'Visibilité',
  visible: {
    highlight: 'Mis en avant',
    lobby: 'Hall',
    page: 'Page dédiée',
    sponsorsPage: 'Page des sponsors',
  },
  speakers: 'Intervenants',
  updated: 'Modification',
  noSponsors: 'Aucun sponsor pour le moment.',
  noSponsorsAdvice: (add, createKey) => [
    add('Ajoutez le premier sponsor'),
    ' ou ',
    createKey('créez une clé API'),
    ' pour qu’un autre système envoie des sponsors.',
  ],
  noMatches: 'Aucun sponsor ne correspond.',
  form: {
    new: 'Nouveau sponsor',
    logo: 'URL du logo',
    icon: 'URL de l’icône',
    website: 'URL du site web',
    urlHint: 'Une URL https.',
    color: 'Couleur',
    colorHint: 'Une couleur hexadécimale comme #0a7d55.',
    displayInLobby: 'Afficher dans le hall',
    displayInLobbyHint: 'Affiché sur la page d’accueil.',
    highlight: 'Mettre en avant',
    highlightHint: 'Se distingue des autres sponsors.',
    hasPage: 'Page dédiée',
    hasPageHint: 'Mène à une page avec le contenu ci-dessous.',
    pageContent: 'Contenu de la page',
    pageContentHint: 'Les scripts, styles et cadres en HTML sont supprimés à l’affichage de la page.',
    pageFormat: 'Format de la page',
    pageFormats: { html: 'HTML', markdown: 'Markdown' },
    speakersHint: 'Les personnes qui parlent au nom du sponsor.',
    externalIdHint: 'D’autres systèmes peuvent désigner ce sponsor par ext: suivi de cet ID.',
  },
  deletion: {
    sponsor: 'Le sponsor et son logo sur la page des sponsors',
    sponsorWithPage: 'Le sponsor, son logo sur la page des sponsors et sa page',
    accounts: (emails) => `Les comptes de ses intervenants : ${list(emails)}`,
  },
}
