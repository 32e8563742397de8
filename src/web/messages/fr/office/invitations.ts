// Invitations aux personnes dont personne n'a encore configuré le compte.
import type { Messages } from '../../messages.ts'

export const invitations: Messages['office']['invitations'] = {
  title: 'Invitation',
  none: 'Cette personne n’a pas encore configuré son compte.',
  open: (until) => `L’invitation est valable jusqu’au ${until}. Une nouvelle la remplace.`,
  send: 'Envoyer l’invitation',
  sendAgain: 'Renvoyer',
  create: 'Créer un lien d’invitation',
  revoke: 'Révoquer',
  titleFor: (name) => `Invitation pour ${name}`,
  shownOnce: 'Cette invitation n’est affichée qu’une fois.',
  use: (email, until) =>
    `Toute personne disposant du lien peut configurer le compte de ${email} jusqu’au ${until}.`,
  link: 'Lien',
  textToSend: 'Texte à envoyer',
  passOn: (until) =>
    `Cette installation n’envoie pas d’e-mails. Envoyez maintenant son texte à chaque personne : il n’est affiché qu’une fois, et son lien fonctionne jusqu’au ${until}.`,
  another: 'Inviter une autre personne',
}
