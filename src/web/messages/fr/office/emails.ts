// Paramètres > E-mails : la file d’attente.
import type { Messages } from '../../messages.ts'
import { list } from '../formats.ts'

export const emails: Messages['office']['emails'] = {
  kinds: {
    reset_link: 'Lien de réinitialisation',
    sign_in_link: 'Lien de connexion',
    confirmation: 'Confirmation d’une adresse',
    invitation: 'Invitation',
    registration_accepted: 'Inscription acceptée',
    registration_rejected: 'Inscription refusée',
    proposal_approved: 'Proposition approuvée',
    proposal_rejected: 'Proposition refusée',
    talk_changes: 'Changements de conférences',
    talk_reminder: 'Rappel',
    message: 'Message',
  },
  states: {
    waiting: 'En attente',
    sent: 'Envoyé',
    failed: 'Échec',
    expired: 'Expiré',
    canceled: 'Retiré',
  },
  texts: 'Textes',
  textsIntro:
    'Chaque personne reçoit les e-mails dans sa langue. Vous pouvez modifier les textes dans chacune d’elles.',
  changed: 'Modifié',
  occasions: {
    invitation: 'Envoyé lorsque vous créez un compte, avec le lien pour le configurer.',
    registration_accepted: 'Envoyé lorsque vous acceptez une inscription.',
    registration_rejected: 'Envoyé lorsque vous refusez une inscription.',
    proposal_approved: 'Envoyé à l’intervenant lorsque vous approuvez ses modifications.',
    proposal_rejected: 'Envoyé à l’intervenant lorsque vous refusez ses modifications, avec votre motif.',
    talk_changes:
      'Envoyé cinq minutes après le déplacement, l’annulation ou le rétablissement de conférences, à ceux qui les ont dans leurs favoris ou y participent.',
    talk_reminder: 'Envoyé 30 minutes avant les conférences favorites, à ceux qui l’ont demandé.',
  },
  languages: 'Langues',
  subject: 'Objet',
  text: 'Texte',
  placeholders: (names) => `Champs : ${list(names)}.`,
  placeholderNames: {
    name: '{name} est le prénom',
    platform: '{platform} est le nom de l’événement',
    link: '{link} est le lien',
    until: '{until} est la date d’expiration du lien',
    inviter: '{inviter} est la personne qui invite',
    summary: '{summary} est l’essentiel en quelques mots',
    changes: '{changes} sont les changements',
    talks: '{talks} sont les conférences qui commencent',
    time: '{time} est l’heure de début',
    talk: '{talk} est le titre de la conférence',
    reason: '{reason} est le motif du refus',
  },
  unknownPlaceholder: (placeholder, known) =>
    `contient ${placeholder}, qui n’est pas un champ de cet e-mail ; utilisez ${list(known)}`,
  missingLink: 'doit contenir {link}, sinon personne ne peut accepter l’invitation',
  hasUnsubscribeLink: 'Un lien de désabonnement suit le texte.',
  noAddress:
    'Les changements de conférences et les rappels ne sont pas envoyés, car cette installation ne connaît pas son adresse : définissez LECTERN_PUBLIC_URL.',
  preview: 'Aperçu',
  restore: 'Rétablir le texte par défaut',
  back: 'Tous les e-mails',
  testIntro: (email) =>
    `Un test avec des valeurs d’exemple est envoyé à ${email}. Il contient le texte enregistré.`,
  sendTest: 'M’envoyer un test',
  noMailServer:
    'Cette installation n’envoie pas d’e-mails. Les liens vous sont affichés pour que vous les transmettiez. Pour envoyer des e-mails, définissez LECTERN_SMTP_URL et LECTERN_MAIL_FROM.',
  queue: 'Envoyés et en attente',
  intro: (zone) =>
    `Les plus récents d’abord. Les e-mails sont conservés 30 jours, sans les liens qu’ils contiennent. Heures : ${zone}.`,
  state: 'État',
  allStates: 'Tous les états',
  none: 'Aucun e-mail pour le moment. Ils apparaissent ici dès qu’un e-mail est envoyé.',
  noMatches: 'Aucun e-mail correspondant.',
  recipient: 'Destinataire',
  kind: 'E-mail',
  queued: 'Mis en file',
  lastError: 'Dernière erreur',
  nextAttempt: (at) => `Prochaine tentative : ${at}`,
  retry: 'Renvoyer',
  retryFor: (recipient) => `Renvoyer à ${recipient}`,
  action: 'Action',
}
