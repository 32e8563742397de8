// Paramètres > E-mails : la file d’attente.
import type { Messages } from '../../messages.ts'

export const emails: Messages['office']['emails'] = {
  kinds: {
    reset_link: 'Lien de réinitialisation',
    sign_in_link: 'Lien de connexion',
    confirmation: 'Confirmation d’une adresse',
    invitation: 'Invitation',
  },
  states: {
    waiting: 'En attente',
    sent: 'Envoyé',
    failed: 'Échec',
    expired: 'Expiré',
    canceled: 'Retiré',
  },
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
