// E-mails to users, as plain text.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const emails: Messages['emails'] = {
  resetLink: {
    subject: (platform) => `${platform} : définissez un nouveau mot de passe`,
    text: ({ name, username, platform, url, until }) =>
      [
        `Bonjour ${name},`,
        `Utilisez ce lien pour définir un nouveau mot de passe pour votre compte sur ${platform}. Il fonctionne une seule fois, jusqu’au ${until} :`,
        url,
        `Votre nom d’utilisateur est ${username}. Si vous n’avez pas demandé ce lien, prévenez l’équipe d’organisation. Votre mot de passe actuel reste valable tant que le lien n’a pas été utilisé.`,
      ].join('\n\n'),
  },
  signInLink: {
    subject: (platform) => `${platform} : connexion`,
    text: ({ name, platform, url, device }) =>
      [
        `Bonjour ${name},`,
        `Utilisez ce lien pour vous connecter à ${platform}. Il fonctionne une seule fois, pendant 15 minutes :`,
        url,
        `Le lien a été demandé sur cet appareil : ${device}. Si ce n’était pas vous, ignorez cet e-mail. Personne ne peut se connecter sans le lien.`,
      ].join('\n\n'),
  },
  confirmation: {
    subject: (platform) => `${platform} : confirmez votre adresse e-mail`,
    text: ({ name, platform, url, until }) =>
      [
        `Bonjour ${name},`,
        `Utilisez ce lien pour confirmer cette adresse pour votre compte sur ${platform}. Il fonctionne une seule fois, jusqu’au ${until} :`,
        url,
        'Si vous n’avez pas demandé ce lien, ignorez cet e-mail. Rien ne change.',
      ].join('\n\n'),
  },
  invitation: {
    subject: (platform) => `${platform} : votre invitation`,
    text: ({ name, platform, url, until, inviter }) =>
      [
        `Bonjour ${name},`,
        `${inviter} vous invite à rejoindre ${platform}. Utilisez ce lien pour configurer votre compte. Il fonctionne une seule fois, jusqu’au ${until} :`,
        url,
        'Si vous n’attendiez pas cette invitation, ignorez cet e-mail. Personne ne peut utiliser le compte sans le lien.',
      ].join('\n\n'),
  },
  registrationAccepted: {
    subject: (platform) => `${platform} : votre inscription est acceptée`,
    text: ({ name, platform, url }) =>
      [
        `Bonjour ${name},`,
        `Votre inscription à ${platform} est acceptée. Au plaisir de vous y retrouver :`,
        url,
      ].join('\n\n'),
  },
  registrationRejected: {
    subject: (platform) => `${platform} : votre inscription`,
    text: ({ name, platform }) =>
      [
        `Bonjour ${name},`,
        `Merci de l’intérêt que vous portez à ${platform}. Nous ne pouvons malheureusement pas accepter votre inscription.`,
      ].join('\n\n'),
  },
  proposalApproved: {
    subject: ({ platform, talk }) => `${platform} : vos modifications de « ${talk} » sont approuvées`,
    text: ({ name, talk, url }) =>
      [
        `Bonjour ${name},`,
        `Merci pour vos modifications de « ${talk} ». Elles sont approuvées et désormais visibles :`,
        url,
      ].join('\n\n'),
  },
  proposalRejected: {
    subject: ({ platform, talk }) => `${platform} : vos modifications de « ${talk} »`,
    text: ({ name, talk, reason, url }) =>
      [
        `Bonjour ${name},`,
        `Vos modifications de « ${talk} » n’ont pas été approuvées. Le motif :`,
        reason,
        `Vous pouvez les corriger et les proposer de nouveau : ${url}`,
      ].join('\n\n'),
  },
  talkChanges: {
    subject: ({ platform, summary }) => `${platform} : ${summary}`,
    text: ({ name, items, url }) =>
      [
        `Bonjour ${name},`,
        'Il y a des changements dans vos conférences :',
        items,
        `Votre programme : ${url}`,
      ].join('\n\n'),
  },
  talkReminder: {
    subject: ({ platform, summary }) => `${platform} : ${summary}`,
    text: ({ name, items, time, url }) =>
      [`Bonjour ${name},`, `Début à ${time} :`, items, `Votre programme : ${url}`].join('\n\n'),
  },
  changes: {
    isCanceled: (title) => `« ${title} » est annulée`,
    isPublished: (title) => `« ${title} » aura bien lieu`,
    newTime: (title) => `nouvel horaire pour « ${title} »`,
    newRoom: (title) => `nouvelle salle pour « ${title} »`,
    talks: (count) =>
      plural(count, { one: 'changements pour # conférence', other: 'changements pour # conférences' }),
    wasPlanned: (slot) => `Annulée. Elle était prévue : ${slot}`,
    takesPlace: (slot) => `Aura bien lieu : ${slot}`,
    now: (slot) => `Maintenant : ${slot}`,
    before: (slot) => `Avant : ${slot}`,
  },
  starts: (title, clock) => `« ${title} » commence à ${clock}`,
  start: (count, clock) =>
    plural(count, { one: `# conférence commence à ${clock}`, other: `# conférences commencent à ${clock}` }),
  sampleTalk: 'Des tests dignes de confiance',
  sampleRoom: 'Grande salle',
  sampleReason: 'Merci de limiter le titre à 80 caractères.',
  footers: {
    talk_changes: (url) =>
      `Vous recevez cet e-mail parce que ces conférences sont dans vos favoris ou que vous y participez. Pour ne plus en recevoir : ${url}`,
    talk_reminder: (url) =>
      `Vous recevez cet e-mail parce que vous avez demandé un rappel de vos conférences. Pour ne plus en recevoir : ${url}`,
    message: (url) =>
      `Vous recevez cet e-mail parce que vous avez un compte sur ce site. Pour ne plus en recevoir : ${url}`,
  },
  choices: {
    title: 'E-mails',
    text: 'Vous recevez toujours les e-mails relatifs à votre compte, comme les liens pour définir un mot de passe.',
    legend: 'M’envoyer',
    saved: 'Enregistré.',
    labels: {
      talk_changes: 'Les changements dans mes conférences',
      talk_reminder: 'Des rappels',
      message: 'Les messages des organisateurs',
    },
    hints: {
      talk_changes:
        'Quand une conférence de vos favoris, ou à laquelle vous participez, est déplacée ou annulée.',
      talk_reminder: '30 minutes avant le début d’une conférence de vos favoris.',
      message: 'Les nouvelles de l’événement.',
    },
  },
  unsubscribe: {
    title: 'Se désabonner',
    texts: {
      talk_changes: (platform) =>
        `Ne plus recevoir d’e-mails sur les changements dans vos conférences de ${platform} ?`,
      talk_reminder: (platform) => `Ne plus recevoir de rappels de vos conférences de ${platform} ?`,
      message: (platform) => `Ne plus recevoir de messages des organisateurs de ${platform} ?`,
    },
    submit: 'Se désabonner',
    doneTitle: 'Vous êtes désabonné',
    done: 'Vous ne recevrez plus ces e-mails.',
    all: 'Choisir vos e-mails',
    invalidTitle: 'Ce lien ne fonctionne pas',
    invalidText: 'Copiez le lien entier de l’e-mail, ou connectez-vous pour choisir vos e-mails.',
  },
}
