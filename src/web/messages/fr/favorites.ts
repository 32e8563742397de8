// Stars of talks, and the page with the talks that someone has starred.
import type { Messages } from '../messages.ts'
import { list, plural } from './formats.ts'

export const favorites: Messages['favorites'] = {
  star: 'Ajouter aux favoris',
  starTalk: (title) => `Favori : « ${title} »`,
  add: 'Ajouter à mon programme',
  added: 'Dans mon programme',
  notSaved: 'Le favori n’a pas pu être enregistré. Réessayez.',
  full: 'Vous avez déjà 1 000 favoris. Retirez-en un d’abord.',
  myAgenda: 'Mon programme',
  timeZone: (zone) => `Fuseau horaire : ${zone}.`,
  inBrowser: 'Vos favoris sont enregistrés uniquement dans ce navigateur.',
  signIn: (link) => [
    link('Connectez-vous'),
    ' pour les retrouver sur tous vos appareils et dans votre agenda.',
  ],
  signUp: (link) => ['Pas encore de compte ? ', link('Inscrivez-vous'), '.'],
  clashCount: (count) =>
    plural(count, {
      one: '# conférence en chevauche une autre dans votre programme.',
      other: '# conférences en chevauchent d’autres dans votre programme.',
    }),
  clash: (titles) => `En même temps que ${list(titles.map((title) => `« ${title} »`))}`,
  nothingUpcoming: 'Aucune de vos conférences n’est à venir.',
  past: (count) => plural(count, { one: '# conférence passée', other: '# conférences passées' }),
  empty: 'Aucune conférence pour le moment',
  emptyText: 'Touchez l’étoile d’une conférence pour l’ajouter à votre programme.',
  openAgenda: 'Parcourir le programme',
  notLoaded: 'Votre programme n’a pas pu être chargé. Rechargez la page pour réessayer.',
  needsScript: 'Activez JavaScript pour voir les favoris enregistrés dans ce navigateur, ou connectez-vous.',
  subscribe: 'S’abonner dans un agenda',
  emails: 'Rappels et e-mails',
  calendar: {
    title: 'Agenda',
    nameOf: (platform) => `${platform} : mon programme`,
    text: 'Abonnez-vous aux conférences de votre programme dans Google Agenda, Calendrier d’Apple, Outlook ou tout autre agenda. Les nouveaux favoris et les changements d’horaire y arrivent d’eux-mêmes.',
    reveals:
      'Toute personne qui connaît l’adresse voit vos favoris, mais ni votre nom ni votre adresse e-mail. Traitez-la comme un mot de passe.',
    make: 'Créer une adresse d’agenda',
    address: 'Votre adresse d’agenda',
    shownOnce: 'Copiez l’adresse maintenant. Elle n’est affichée qu’une fois.',
    open: 'Ouvrir dans l’agenda',
    madeOn: (day) => `Vous avez créé une adresse le ${day}.`,
    renewText:
      'Si vous avez perdu l’adresse ou l’avez partagée par erreur, créez-en une nouvelle. L’ancienne cesse alors de fonctionner.',
    renew: 'Créer une nouvelle adresse',
    end: 'Supprimer l’adresse',
    ended: 'L’adresse ne fonctionne plus.',
  },
}
