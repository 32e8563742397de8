// E-mails to users, as plain text.
import type { Messages } from '../messages.ts'

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
}
