// Messages à un groupe.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const messages: Messages['office']['messages'] = {
  title: 'Messages',
  newMessage: 'Nouveau message',
  intro: 'Les e-mails que vous envoyez à un groupe. Ils sont affichés pendant 30 jours.',
  none: 'Aucun message pour le moment.',
  to: 'À',
  toHint: 'Les personnes désabonnées et les inscriptions non acceptées ne reçoivent rien.',
  talk: 'Conférence',
  noTalk: 'Aucune conférence',
  talkHint: 'Pour « Personnes ayant une conférence en favori ».',
  chooseTalk: 'choisissez la conférence',
  subject: 'Objet',
  text: 'Texte',
  textHint: 'Markdown sans HTML. {name} est le prénom, {platform} le nom de l’événement.',
  preview: 'Aperçu',
  cancel: 'Annuler',
  edit: 'Modifier',
  sendTest: 'M’envoyer un test',
  addresses: 'Télécharger les adresses',
  progress: 'Avancement',
  sentAt: 'Envoyé',
  queuing: 'Mise en file',
  nobody: 'Personne',
  queue: 'Tous les e-mails',
  groups: {
    everyone: 'Tout le monde',
    attendees: 'Participants',
    speakers: 'Intervenants et modérateurs',
    stars: 'Personnes ayant une conférence en favori',
  },
  noMailServer:
    'Cette installation n’envoie pas d’e-mails. Copiez le texte et envoyez-le vous-même aux adresses, en copie cachée.',
  testHint: (email) => `Un test est envoyé à ${email}.`,
  recipients: (count) =>
    plural(count, { one: '# personne reçoit cet e-mail.', other: '# personnes reçoivent cet e-mail.' }),
  send: (count) => plural(count, { one: 'Envoyer à # personne', other: 'Envoyer à # personnes' }),
  count: (count, state) => `${number(count)} ${state}`,
}
