// The pages of an account.
import type { Messages } from '../messages.ts'

export const account: Messages['account'] = {
  navigation: 'Compte',
  overview: {
    title: 'Compte',
    link: 'Vue d’ensemble',
    passwordChanged: 'Mot de passe modifié. Tous les autres appareils sont déconnectés.',
    inReview: 'L’équipe d’organisation n’a pas encore examiné votre inscription.',
    talks: 'Vos conférences',
    talkSaved: 'Votre conférence a été modifiée.',
    changeProposed: 'Vos modifications attendent l’approbation de l’équipe d’organisation.',
    edit: 'Modifier',
    editNamed: (title) => `Modifier ${title}`,
    waiting: 'En attente d’approbation',
    rejected: 'Modifications refusées',
    sponsors: 'Vos sponsors',
    data: 'Vos données',
    dataText:
      'Téléchargez tout ce qui est enregistré à votre sujet dans un fichier JSON : votre compte, vos conférences, vos sponsors, vos messages de chat, vos présences, vos sessions et toutes les modifications de votre compte.',
    download: 'Télécharger vos données',
    delete: 'Supprimer votre compte',
  },
  talkTexts: {
    needsApproval: 'L’équipe d’organisation examine vos modifications avant leur publication sur le site.',
    isDirect: 'Vos modifications apparaissent aussitôt sur le site.',
    propose: 'Envoyer pour approbation',
    waiting:
      'Ces modifications attendent d’être approuvées. Vous pouvez encore les changer. Pour les retirer, rétablissez les textes.',
    rejected: 'L’équipe d’organisation a refusé ces modifications. Corrigez-les et envoyez-les de nouveau.',
    newer:
      'La conférence a été modifiée depuis que vous avez ouvert cette page. Comparez avec la page publique, puis enregistrez de nouveau.',
  },
  profile: {
    title: 'Profil',
    saved: 'Profil enregistré.',
    confirmationSent:
      'Profil enregistré. Pour modifier votre adresse e-mail, ouvrez le lien envoyé à la nouvelle adresse. D’ici là, l’ancienne reste valable.',
    emailChanged: 'Adresse e-mail modifiée.',
    emailFixed: 'ne peut être modifiée que par l’équipe d’organisation',
    invalid: 'Votre profil n’a pas été enregistré. Corrigez ces problèmes et réessayez :',
    identity: 'Nom et connexion',
    passwordHint: 'Requis uniquement pour modifier l’adresse e-mail.',
    about: 'À propos de vous',
    description: 'Description',
    descriptionHint: '800 caractères maximum. Le Markdown fonctionne : **gras**, listes et liens.',
    job: 'Fonction',
    company: 'Entreprise',
    status: 'Situation',
    tags: 'Tags',
    tagsHint: 'Un par ligne.',
    avatar: 'URL de la photo',
    location: 'Langue et localisation',
    language: 'Langue',
    browserLanguage: 'Comme le navigateur',
    eventTimeZone: (zone) => `Fuseau horaire de l’événement (${zone})`,
    city: 'Ville',
    country: 'Pays',
    links: 'Liens',
  },
  password: {
    title: 'Mot de passe',
    text: 'Modifier votre mot de passe vous déconnecte de tous vos autres appareils.',
    unchanged: 'Votre mot de passe n’a pas été modifié.',
    change: 'Modifier le mot de passe',
    generatedTitle: 'Choisissez votre mot de passe',
    generatedText:
      'Vous vous êtes connecté avec un mot de passe généré. Pour continuer, choisissez-en un que vous seul connaissez.',
    generatedLabel: 'Mot de passe généré',
  },
  passkeys: {
    title: 'Clés d’accès',
    text: 'Connectez-vous avec votre empreinte, votre visage ou le verrouillage de l’écran au lieu d’un mot de passe. Personne ne peut voler ni deviner une clé d’accès.',
    added: 'Clé d’accès ajoutée.',
    renamed: 'Clé d’accès renommée.',
    removed: 'Clé d’accès retirée.',
    notAdded: 'La clé d’accès n’a pas été ajoutée.',
    failed: 'La clé d’accès n’a pas été créée. Réessayez, ou utilisez un autre appareil.',
    unsupported:
      'Les clés d’accès s’ajoutent dans un navigateur qui les prend en charge, avec les scripts activés.',
    addTitle: 'Ajouter une clé d’accès',
    add: 'Ajouter la clé d’accès',
    name: 'Nom',
    nameHint: 'Pour la reconnaître, par exemple l’appareil où elle se trouve.',
    change: 'Gérer',
    details: (added, used) =>
      used === null
        ? `Ajoutée ${added} · pas encore utilisée`
        : `Ajoutée ${added} · dernière utilisation ${used}`,
    removeTitle: 'Retirer la clé d’accès',
    removeText: 'Elle ne permettra plus de se connecter. Supprimez-la ensuite aussi sur votre appareil.',
    notRemoved: 'La clé d’accès n’a pas été retirée.',
    remove: 'Retirer',
  },
  identities: {
    title: 'Comptes liés',
    text: 'Vous pouvez vous connecter avec ces comptes d’un service de connexion.',
    none: 'Aucun compte n’est lié. Un compte est lié lorsque vous vous connectez avec lui, si son adresse e-mail est vérifiée.',
    removed: 'Le compte n’est plus lié.',
    details: (host, added, used) => `${host} · lié le ${added} · dernière utilisation le ${used}`,
    remove: 'Retirer',
    removeTitle: 'Retirer le compte lié',
    removeText: (name, host) => [
      'Vous ne pourrez plus vous connecter avec ',
      name,
      ` sur ${host}. Si vous l’utilisez de nouveau et que son adresse e-mail est celle de votre compte, il sera de nouveau lié.`,
    ],
    passwordText:
      'C’est votre seul autre moyen de vous connecter, avec votre mot de passe. Si vous ne connaissez pas votre mot de passe, demandez d’abord un lien de réinitialisation à l’équipe d’organisation.',
    notRemoved: 'Le compte est toujours lié.',
  },
  twoFactor: {
    title: 'Authentification à deux facteurs',
    on: 'Activée',
    off: 'Désactivée',
    turnedOn:
      'L’authentification à deux facteurs est activée. Un code vous sera demandé à la prochaine connexion.',
    turnedOff:
      'L’authentification à deux facteurs est désactivée. Votre mot de passe suffit pour vous connecter.',
    onText: 'Vous vous connectez avec votre mot de passe et un code de votre application d’authentification.',
    lostApp:
      'Si vous perdez l’application, demandez à un propriétaire ou à l’exploitant de désactiver l’authentification à deux facteurs pour votre compte.',
    turnOffTitle: 'Désactiver l’authentification à deux facteurs',
    turnOff: 'Désactiver',
    stillOn: 'L’authentification à deux facteurs est toujours activée.',
    offText:
      'En plus de votre mot de passe, protégez votre compte avec un code d’une application d’authentification. Un mot de passe volé ne suffit plus pour se connecter.',
    stillOff: 'L’authentification à deux facteurs est toujours désactivée.',
    scan: 'Scannez ce code QR avec votre application d’authentification ou saisissez la clé.',
    qrCode: 'Code QR contenant la clé ci-dessous',
    key: 'Clé',
    code: 'Saisissez le code de l’application',
    codeHint: 'Six chiffres. L’application affiche un nouveau code toutes les 30 secondes.',
    wrongCode: 'Code incorrect. Saisissez le code que l’application affiche maintenant.',
    turnOn: 'Activer',
  },
  sessions: {
    title: 'Sessions',
    text: 'Vous êtes connecté sur ces appareils. Une session se termine après 30 jours d’inactivité.',
    staffText:
      'Vous êtes connecté sur ces appareils. Une session se termine après 30 minutes d’inactivité et dure au plus 12 heures.',
    signOutOthers: 'Se déconnecter de tous les autres appareils',
    ended: 'L’appareil est déconnecté.',
    othersEnded: 'Tous les autres appareils sont déconnectés.',
    thisDevice: 'Cet appareil',
    details: (address, signedIn, lastUsed) =>
      `Depuis ${address} · connexion ${signedIn} · dernière utilisation ${lastUsed}`,
    device: (browser, system) => `${browser} sur ${system}`,
    unknownDevice: 'Appareil inconnu',
  },
  deletion: {
    title: 'Supprimer votre compte',
    refused: 'Votre compte ne peut pas être supprimé pour le moment.',
    reasons: {
      last_owner:
        'Vous êtes le dernier propriétaire de cette plateforme. Nommez d’abord quelqu’un d’autre propriétaire.',
      sole_speaker:
        'Vous êtes le seul intervenant d’une conférence. Demandez à l’équipe d’organisation d’ajouter un autre intervenant ou de supprimer la conférence.',
    },
    back: 'Retour à votre compte',
    text: 'Cette action est irréversible. Elle supprime :',
    profile: (email) => `votre profil, votre mot de passe et vos sessions (${email})`,
    talk: (title, membership) => [
      'votre place dans ',
      title,
      ` (${membership}) ; la conférence elle-même est conservée`,
    ],
    sponsor: (name) => ['votre place chez le sponsor ', name, ' ; le sponsor lui-même est conservé'],
    history: (download) => [
      'Le journal d’audit garde une trace de l’existence du compte. Vous pouvez d’abord ',
      download('télécharger vos données'),
      '.',
    ],
    notDeleted: 'Votre compte n’a pas été supprimé.',
    submit: 'Supprimer définitivement le compte',
    keep: 'Conserver le compte',
  },
}
