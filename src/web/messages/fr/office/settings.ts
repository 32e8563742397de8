// The settings of a platform.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const settings: Messages['office']['settings'] = {
  title: 'Paramètres',
  tabs: {
    general: 'Général',
    features: 'Fonctionnalités',
    rooms: 'Salles vidéo',
    live: 'Direct',
    signIn: 'Connexion',
    emails: 'E-mails',
    passwords: 'Mots de passe',
    retention: 'Conservation',
    export: 'Export',
    advanced: 'Avancé',
    platforms: 'Plateformes',
  },
  general: {
    event: 'Événement',
    name: 'Nom',
    tagline: 'Accroche',
    taglineHint: 'Une phrase, affichée sous le nom sur la page d’accueil.',
    firstDay: 'Premier jour',
    lastDay: 'Dernier jour',
    daysHint: 'Sans dates, la page d’accueil affiche celles des conférences.',
    venue: 'Adresse du lieu',
    venueHint: 'Une ligne, affichée en bas de chaque page.',
    timeZoneHint:
      'Les horaires du programme sont dans ce fuseau horaire, sauf si un visiteur en choisit un autre.',
    language: 'Langue par défaut',
    languageHint: 'Des pages et des e-mails, si le navigateur ne demande aucune des langues ci-dessous.',
    languages: 'Langues',
    languagesHint:
      'Les visiteurs peuvent choisir parmi celles-ci. La langue par défaut est toujours proposée.',
    hasSignUp: 'Permettre aux visiteurs de s’inscrire',
    hasSignUpHint: 'Les nouveaux comptes attendent sous Inscriptions que vous les examiniez.',
    appearance: 'Apparence',
    banner: 'URL de la bannière',
    bannerHint: 'Au moins 1 200 pixels de large. Elle est affichée sur la page d’accueil et dans les liens.',
    logo: 'URL du logo',
    logoHint: 'Il est affiché sur 32 pixels de haut.',
    icon: 'URL de l’icône',
    iconHint:
      'Les navigateurs l’affichent dans les onglets et les favoris, les téléphones sur l’écran d’accueil.',
    accent: 'Couleur d’accentuation',
    accentHint:
      'La couleur des liens, des boutons et des badges. Le texte posé dessus est noir ou blanc, selon ce qui est le plus lisible.',
    scheme: 'Thème',
    schemes: { auto: 'Comme l’appareil du visiteur', light: 'Toujours clair', dark: 'Toujours sombre' },
    sponsorLevels: 'Niveaux de sponsors',
    sponsorLevelsHint: 'Les noms des niveaux 1 à 5, tels que les visiteurs les voient.',
    sponsorLevel: (level) => `Niveau ${level}`,
    addresses: 'Noms d’hôte',
    hosts: 'Noms d’hôte',
    hostsHint:
      'Un par ligne. Cette plateforme répond aussi aux noms d’hôte qu’aucune autre plateforme n’utilise.',
    noHosts: 'Aucun',
    operatorOnly: 'Seul l’exploitant de cette installation peut modifier les noms d’hôte.',
  },
  features: {
    intro:
      'Une fonctionnalité est disponible dans une conférence si ces paramètres et la conférence l’autorisent.',
    legend: 'Fonctionnalités des conférences',
    hints: {
      chat: 'Autorise le chat sur les pages des conférences.',
      questions: 'Autorise les questions aux intervenants sur les pages des conférences.',
      surveys: 'Autorise les sondages sur les pages des conférences.',
      viewersCount: 'Permet à tous de voir combien de personnes regardent.',
      viewersList: 'Permet à tous de voir qui regarde, si ces personnes ont accepté d’apparaître.',
      rewardsEarning: 'Permet aux spectateurs de gagner des points.',
    },
    talkEditing: 'Les intervenants modifient leurs conférences',
    talkEditingHint: 'Titre, description, détails, langue, image et diapositives, dans leur compte.',
    talkEditings: { off: 'Non', approval: 'Avec approbation', direct: 'Directement' },
    questionsAreReviewed: 'Examiner les nouvelles questions',
    questionsAreReviewedHint: 'Les nouvelles questions apparaissent une fois approuvées par la modération.',
  },
  passwords: {
    intro: (shortest) =>
      `Tous les mots de passe contiennent des minuscules et des majuscules. Les mots de passe générés ont au moins 20 caractères. Ceux que les personnes choisissent ont au moins ${number(shortest)} caractères et ne doivent pas être courants.`,
    legend: 'Exigences',
    minLength: 'Longueur minimale',
    minLengthHint: 'De 8 à 128 caractères.',
    digits: 'Exiger un chiffre',
    symbols: 'Exiger un symbole',
  },
  signIn: {
    links: 'Liens de connexion',
    hasLinks: 'Permettre la connexion avec un lien par e-mail',
    hasLinksHint:
      'Un lien fonctionne une seule fois, pendant 15 minutes. L’authentification à deux facteurs demande toujours un code.',
    noMailServer: 'Les liens ne sont pas proposés, car cette installation n’a pas de serveur de messagerie.',
  },
  openId: {
    title: 'Service de connexion',
    intro:
      'Permettez de se connecter avec un fournisseur OpenID Connect, comme Google, Microsoft Entra ID, Keycloak ou Authentik. Les comptes sont trouvés par leur adresse e-mail vérifiée. L’authentification à deux facteurs demande toujours un code.',
    redirectUri: 'Enregistrez cette adresse de redirection (redirect URI) chez le fournisseur\u00a0:',
    issuer: 'Émetteur (issuer)',
    issuerHint: 'L’adresse https du fournisseur, comme https://accounts.google.com.',
    clientId: 'Identifiant du client',
    clientSecret: 'Secret du client',
    secretHint: 'Il est enregistré chiffré et n’est plus jamais affiché.',
    secretSaved: (day) =>
      `Enregistré le ${day}, il n’est plus jamais affiché. Laissez ce champ vide pour le garder. Un nouvel émetteur ou identifiant demande un nouveau secret.`,
    label: 'Texte du bouton',
    labelHint: 'Facultatif, comme «\u00a0Se connecter avec Exemple SA\u00a0».',
    passwordHint: 'Pour enregistrer ou retirer. Un test n’en a pas besoin.',
    test: 'Tester la connexion',
    remove: 'Retirer',
    works:
      'Le fournisseur est joignable et propose ce qu’il faut. Pour vérifier l’identifiant et le secret, connectez-vous une fois.',
    problems: {
      unreachable: (detail) =>
        `Le fournisseur est injoignable (${detail || 'aucune réponse'}). Vérifiez l’adresse, et que ce serveur peut s’y connecter.`,
      forbidden_address: () =>
        'Le fournisseur n’a pas d’adresse publique. L’exploitant du serveur peut l’autoriser avec LECTERN_WEBHOOK_ADDRESSES.',
      no_discovery: (detail) =>
        `Il n’y a pas de configuration OpenID à cette adresse${detail ? ` (${detail})` : ''}. Saisissez l’émetteur exactement comme votre fournisseur l’indique.`,
      other_issuer: (detail) => `Le fournisseur se nomme ${detail}. Saisissez ceci comme émetteur.`,
      unsupported: (detail) =>
        `Il manque quelque chose au fournisseur\u00a0: ${detail}. Activez le flux par code d’autorisation avec PKCE (S256).`,
      denied: () => 'Le fournisseur a refusé la demande.',
      client_refused: (detail) => `Le fournisseur n’accepte pas le client (${detail}).`,
      invalid_response: (detail) => `La réponse du fournisseur n’est pas valide (${detail}).`,
    },
  },
  retention: {
    intro: 'Tout ce qui est plus ancien est supprimé en moins d’une heure.',
    legend: 'Jours de conservation',
    kinds: {
      attendance: 'Présences',
      messages: 'Messages de chat',
      questions: 'Questions',
      surveys: 'Réponses aux sondages',
      favorites: 'Favoris',
    },
    hints: {
      attendance: 'À partir du moment où la personne a regardé la conférence pour la dernière fois.',
      messages: 'Laissez vide pour tout conserver.',
      questions: 'Les votes et les réponses sont supprimés avec elles. Laissez vide pour tout conserver.',
      surveys:
        'À partir de la fermeture du sondage. Les résultats comptés sont conservés. Laissez vide pour tout conserver.',
      favorites: 'À partir de la fin de la conférence. Laissez vide pour tout conserver.',
    },
  },
  export: {
    intro:
      'Chaque fichier contient un objet par ligne (NDJSON), tel que l’API le renvoie. Les questions et réponses anonymes ne nomment personne.',
    kinds: {
      talks: 'Conférences',
      sponsors: 'Sponsors',
      users: 'Utilisateurs',
      messages: 'Messages de chat',
      questions: 'Questions avec votes et réponses',
      surveys: 'Sondages',
      'survey-responses': 'Réponses aux sondages',
      attendance: 'Présences, en direct et en replay',
      points: 'Points',
      credits: 'Crédits',
      favorites: 'Favoris',
    },
  },
}
