// Signing in and up, reset links, and the setup of a new platform.
import type { Messages } from '../messages.ts'

export const signIn: Messages['signIn'] = {
  title: 'Se connecter',
  name: 'Adresse e-mail ou nom d’utilisateur',
  submit: 'Se connecter',
  noAccount: 'Pas encore de compte ?',
  signUp: 'S’inscrire',
  forgotPassword: 'Mot de passe oublié ? Demandez un lien de réinitialisation à l’équipe d’organisation.',
  emailChanged: 'Adresse e-mail modifiée. Connectez-vous avec la nouvelle.',
  passwordSet: 'Mot de passe modifié. Connectez-vous avec le nouveau.',
  accountDeleted: 'Votre compte a été supprimé.',
  failures: {
    refused: 'Adresse e-mail, nom d’utilisateur ou mot de passe incorrect.',
    step_expired: 'Votre connexion a expiré. Connectez-vous à nouveau.',
    password_expired:
      'Ce mot de passe a expiré. Demandez un lien de réinitialisation à l’équipe d’organisation.',
  },
  or: 'ou',
  byEmail: 'Recevoir un lien de connexion par e-mail',
  link: {
    title: 'Se connecter par e-mail',
    text: 'Nous envoyons un lien à votre adresse e-mail. Vous pouvez l’ouvrir sur n’importe quel appareil.',
    send: 'Envoyer le lien',
    withPassword: 'Se connecter avec un mot de passe',
    sentTitle: 'Consultez votre messagerie',
    sent: 'Si un compte existe pour cette adresse, un lien de connexion est en route. Il fonctionne une seule fois, pendant 15 minutes, sur l’appareil où vous l’ouvrez.',
    notReceived: 'Rien reçu ? Vérifiez le dossier des indésirables et l’orthographe de votre adresse.',
    again: 'Demander un nouveau lien',
    confirm: (email, platform) => [
      'Vous allez vous connecter en tant que ',
      email,
      ` à ${platform} sur cet appareil.`,
    ],
    invalid: 'Un lien de connexion fonctionne une seule fois, pendant 15 minutes.',
  },
  passkey: {
    submit: 'Se connecter avec une clé d’accès',
    failed:
      'La connexion avec une clé d’accès n’a pas fonctionné. Réessayez, ou utilisez votre mot de passe.',
  },
  openId: {
    submit: (host) => `Se connecter avec ${host}`,
    failures: {
      too_many: 'Trop de tentatives. Attendez une minute, puis réessayez.',
      expired: 'Votre connexion a expiré ou a déjà servi. Connectez-vous de nouveau.',
      denied: 'Vous n’y avez pas été connecté. Réessayez ou connectez-vous autrement.',
      unverified:
        'Votre compte sur ce service n’a pas d’adresse e-mail vérifiée. Vérifiez-la sur ce service ou connectez-vous autrement.',
      closed:
        'Aucun compte n’a votre adresse e-mail, et les inscriptions sont fermées. Demandez une invitation à l’équipe d’organisation.',
      refused:
        'Vous ne pouvez pas vous connecter à ce compte de cette façon. Utilisez votre invitation si vous en avez une, ou adressez-vous à l’équipe d’organisation.',
      unreachable:
        'Le service de connexion est injoignable. Réessayez plus tard ou connectez-vous autrement.',
      misconfigured:
        'Le service de connexion est mal configuré. Connectez-vous autrement et prévenez l’équipe d’organisation.',
      invalid_response:
        'La réponse du service de connexion n’est pas valide. Réessayez ou connectez-vous autrement.',
    },
  },
  twoFactor: {
    title: 'Authentification à deux facteurs',
    code: 'Code d’authentification',
    codeHint: 'Six chiffres de votre application d’authentification.',
    wrongCode: 'Code incorrect. Saisissez le code que l’application affiche maintenant.',
    otherAccount: 'Utiliser un autre compte',
  },
}

export const signUp: Messages['signUp'] = {
  title: 'S’inscrire',
  text: (platform) => `Créez un compte pour ${platform}. L’équipe d’organisation examine chaque inscription.`,
  submit: 'S’inscrire',
  hasAccount: 'Vous avez déjà un compte ?',
  signIn: 'Se connecter',
  done: {
    title: 'Inscription reçue',
    text: 'L’équipe d’organisation va examiner votre inscription. En attendant, vous pouvez vous connecter avec votre adresse e-mail et votre mot de passe et compléter votre profil.',
    existing:
      'Si vous aviez déjà un compte avec cette adresse e-mail, ni ce compte ni son mot de passe n’ont changé.',
  },
}

export const resetLink: Messages['resetLink'] = {
  title: 'Définir un nouveau mot de passe',
  account: (email, platform) => ['Pour ', email, ` sur ${platform}.`],
  submit: 'Définir le mot de passe',
  invalidTitle: 'Lien non valide ou expiré',
  invalidText:
    'Un lien de réinitialisation fonctionne une seule fois, pendant 24 heures. Demandez-en un nouveau à l’équipe d’organisation.',
  signIn: 'Aller à la connexion',
}

export const confirmEmail: Messages['confirmEmail'] = {
  title: 'Confirmer votre adresse e-mail',
  text: (email, platform) => ['Utiliser ', email, ` pour votre compte sur ${platform}.`],
  submit: 'Confirmer l’adresse e-mail',
  invalidText:
    'Le lien fonctionne une seule fois, pendant 24 heures, et pas pour une adresse qui a déjà un compte. Pour en obtenir un nouveau, modifiez à nouveau l’adresse e-mail dans votre profil.',
}

export const setup: Messages['setup'] = {
  title: 'Bienvenue',
  text: 'Décrivez votre événement et créez le compte du propriétaire. Vous pourrez tout modifier plus tard dans le Back Office.',
  event: 'Événement',
  name: 'Nom de l’événement',
  accent: 'Couleur d’accentuation',
  accentHint: 'Pour les liens, les boutons et les badges.',
  owner: 'Propriétaire',
  submit: 'Terminer la configuration',
  invalidTitle: 'Lien non valide ou expiré',
  invalidText:
    'Un lien de configuration fonctionne une seule fois, pendant 24 heures. Tant que la plateforme n’a pas de propriétaire, le serveur affiche un nouveau lien à chaque démarrage.',
}

export const invitation: Messages['invitation'] = {
  title: (platform) => `Bienvenue sur ${platform}`,
  text: (email) => ['Configurez votre compte pour ', email, '.'],
  submit: 'Créer le compte',
  passkeyTitle: 'Ou sans mot de passe',
  passkeyText:
    'Une clé d’accès vous connecte avec votre empreinte, votre visage ou le code de votre appareil.',
  invalidText:
    'Une invitation fonctionne une seule fois, pendant 7 jours, et une nouvelle la remplace. Si vous l’avez déjà utilisée, connectez-vous. Sinon, demandez-en une nouvelle à l’équipe d’organisation.',
}
