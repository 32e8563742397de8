// The first steps of a new platform.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const firstSteps: Messages['office']['firstSteps'] = {
  title: 'Premiers pas',
  progress: (done, all) => `${number(done)} sur ${number(all)} terminés`,
  done: 'Terminé',
  dismiss: 'Ne plus afficher',
  steps: {
    zone: {
      title: 'Confirmer le fuseau horaire',
      text: 'Le programme est affiché dans ce fuseau, et les heures des fichiers y sont lues.',
    },
    logo: {
      title: 'Ajouter votre logo',
      text: 'Il figure sur chaque page. Les couleurs et la bannière se règlent au même endroit.',
    },
    programme: {
      title: 'Reprendre le programme',
      text: 'Importez un tableau ou un export, remplissez un modèle ou ajoutez vous-même la première conférence.',
    },
    colleagues: {
      title: 'Inviter vos collègues',
      text: 'Créez un compte et faites-en un administrateur dans l’onglet « Accès ».',
    },
    site: { title: 'Voir votre site', text: 'Découvrez ce que voient les visiteurs.' },
    key: {
      title: 'Créer une clé API',
      text: 'Un autre système peut alors envoyer des conférences, des sponsors et des personnes. Vous recevez une commande qui fonctionne aussitôt.',
    },
  },
  confirm: 'Confirmer',
  addLogo: 'Ouvrir les paramètres',
  importFile: 'Importer un fichier',
  addTalk: 'Ajouter une conférence',
  templateXlsx: 'Modèle Excel',
  templateCsv: 'Modèle CSV',
  invite: 'Nouveau compte',
  viewSite: 'Voir le site',
  createKey: 'Créer une clé API',
}
