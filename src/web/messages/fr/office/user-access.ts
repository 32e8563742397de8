// What a user may do: role, registration, password, and two-factor authentication.
import type { Messages } from '../../messages.ts'

export const userAccess: Messages['office']['userAccess'] = {
  title: (name) => `Accès de ${name}`,
  ownersOnly: 'Seuls les propriétaires peuvent modifier l’accès des administrateurs et des propriétaires.',
  role: 'Rôle',
  roles: {
    attendee: 'Participant : peut participer',
    speaker: 'Intervenant : peut aussi intervenir et modérer',
    admin: 'Administrateur : peut aussi utiliser le Back Office',
    owner: 'Propriétaire : peut aussi gérer les administrateurs, les propriétaires et les clés privilégiées',
  },
  roleHint:
    'Prend effet immédiatement, même dans les sessions ouvertes. L’External API ne peut pas changer les rôles.',
  changeRole: 'Changer le rôle',
  registration: 'Inscription',
  alwaysAccepted: 'Les inscriptions des administrateurs et des propriétaires sont toujours acceptées.',
  accept: 'Accepter',
  reject: 'Refuser',
  rejectedHint: 'Les utilisateurs refusés ne peuvent pas se connecter.',
  password: 'Mot de passe',
  resetLinkIntro:
    'Créez un lien de réinitialisation pour que cet utilisateur puisse définir un nouveau mot de passe. Il fonctionne une seule fois, pendant 24 heures, et remplace les liens précédents.',
  createResetLink: 'Créer un lien de réinitialisation',
  resetLink: 'Lien de réinitialisation',
  resetLinkShownOnce: 'Ce lien n’est affiché qu’une fois et ne pourra plus être récupéré.',
  resetLinkTitle: (name) => `Lien de réinitialisation pour ${name}`,
  resetLinkUse: (email, until) =>
    `Toute personne qui l’a peut définir un nouveau mot de passe pour ${email} jusqu’au ${until}.`,
  emailed: 'Il est aussi envoyé par e-mail.',
  notEmailed: 'Transmettez-le vous-même : cette installation n’envoie pas d’e-mails.',
  twoFactor: 'Authentification à deux facteurs',
  twoFactorTitle: (name) => `Authentification à deux facteurs de ${name}`,
  twoFactorIntro:
    'Cet utilisateur se connecte avec un mot de passe et un code d’une application d’authentification.',
  turnOff: 'Désactiver',
  turnOffTitle: 'Désactiver l’authentification à deux facteurs',
  turnOffIntro: (email) =>
    `Faites-le si l’application d’authentification est perdue. Le mot de passe suffit ensuite pour connecter ${email}, jusqu’à ce que l’utilisateur réactive l’authentification à deux facteurs. Assurez-vous que la demande vient bien du titulaire du compte.`,
  notTurnedOff: 'L’authentification à deux facteurs est toujours activée.',
  passwordHint: 'Requis, car la connexion devient moins sûre.',
}
