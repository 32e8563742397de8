// Refusals, by code: what error pages say, and forms that scripts send.
import type { Messages } from '../messages.ts'
import { formats } from './formats.ts'

export const errors: Messages['errors'] = {
  pages: {
    not_found: { title: 'Page introuvable', text: 'Cette page n’existe pas.' },
    talk_not_found: { title: 'Conférence introuvable', text: 'Cette conférence n’existe pas.' },
    talk_cancelled: {
      title: 'Conférence annulée',
      text: 'Cette conférence a été annulée. Vous ne pouvez plus y participer.',
    },
    talk_is_draft: {
      title: 'Conférence non publiée',
      text: 'Personne ne peut participer à une conférence avant sa publication.',
    },
    sponsor_not_found: { title: 'Sponsor introuvable', text: 'Ce sponsor n’existe pas.' },
    survey_not_found: { title: 'Sondage introuvable', text: 'Ce sondage n’existe pas.' },
    user_not_found: { title: 'Utilisateur introuvable', text: 'Cet utilisateur n’existe pas.' },
    https_required: { title: 'HTTPS requis', text: 'Utilisez une adresse qui commence par https://.' },
    foreign_form: {
      title: 'Requête intersite refusée',
      text: 'Ce formulaire vient d’un autre site, ou il est trop ancien. Rouvrez la page et renvoyez le formulaire. Les cookies doivent être autorisés pour ce site.',
    },
    insufficient_permissions: {
      title: 'Droits insuffisants',
      text: 'Votre rôle ne le permet pas. Demandez de l’aide à un propriétaire.',
    },
    too_many_requests: { title: 'Trop de requêtes', text: 'Patientez un instant et réessayez.' },
    body_too_large: {
      title: 'Formulaire trop volumineux',
      text: 'Raccourcissez votre saisie, ou envoyez des fichiers de moins de 32 Mo au total, puis réessayez.',
    },
    request_timeout: {
      title: 'Délai dépassé',
      text: 'La requête n’est pas arrivée à temps. Réessayez.',
    },
    method_not_allowed: {
      title: 'Rien à afficher',
      text: 'Cette adresse ne fait que recevoir un formulaire. Son résultat a été affiché une fois, après l’envoi.',
    },
    unsupported_media_type: {
      title: 'Formulaire non pris en charge',
      text: 'Envoyez un formulaire de ce site.',
    },
    internal_error: {
      title: 'Une erreur s’est produite',
      text: 'Le serveur n’a pas pu traiter la requête. Réessayez plus tard. Si le problème persiste, transmettez à l’exploitant l’ID de requête ci-dessous.',
    },
    unavailable: {
      title: 'Temporairement indisponible',
      text: 'Le serveur ne parvient pas à joindre sa base de données. Réessayez dans quelques secondes.',
    },
    message_not_found: { title: 'Message introuvable', text: 'Ce message n’existe pas.' },
    question_not_found: { title: 'Question introuvable', text: 'Cette question n’existe pas.' },
    favorite_not_found: { title: 'Favori introuvable', text: 'Cette conférence n’est pas dans vos favoris.' },
    webhook_not_found: { title: 'Webhook introuvable', text: 'Ce webhook n’existe pas.' },
    delivery_not_found: {
      title: 'Livraison introuvable',
      text: 'Cette livraison n’existe pas. Les livraisons sont conservées pendant 30 jours.',
    },
    admins_only: {
      title: 'Réservé aux administrateurs',
      text: 'Seuls les administrateurs et les propriétaires peuvent faire cela.',
    },
    moderators_only: { title: 'Réservé à la modération', text: 'Seuls les modérateurs peuvent faire cela.' },
    protected_account: {
      title: 'Compte protégé',
      text: 'Ce compte est celui d’un administrateur ou d’un propriétaire. Seuls les propriétaires peuvent faire cela.',
    },
    watching_restricted: {
      title: 'Accès non ouvert',
      text: 'Vous ne pouvez ni regarder cette conférence ni y participer. Il faut peut-être vous connecter, une inscription acceptée ou des crédits.',
    },
    muted: {
      title: 'En sourdine',
      text: 'La modération vous a mis en sourdine. Vous pouvez lire, mais pas écrire.',
    },
    chat_paused: { title: 'Chat en pause', text: 'La modération a mis le chat en pause.' },
    feature_off: { title: 'Désactivé', text: 'Cette fonction est désactivée ici.' },
    message_held: { title: 'Message non visible', text: 'Ce message attend la modération.' },
    message_removed: { title: 'Message supprimé', text: 'Ce message a été supprimé.' },
    question_closed: { title: 'Question fermée', text: 'Cette question n’est plus ouverte.' },
    question_limit: {
      title: 'Trop de questions ouvertes',
      text: 'Vous avez posé autant de questions que possible pour le moment. Retirez-en une ou attendez qu’il y ait une réponse.',
    },
    insufficient_credits: { title: 'Crédits insuffisants', text: 'Il n’y a pas assez de crédits pour cela.' },
    insufficient_points: { title: 'Points insuffisants', text: 'Il n’y a pas assez de points pour cela.' },
    talk_not_open: {
      title: 'Conférence non ouverte',
      text: 'Cette conférence ne peut pas être regardée pour le moment.',
    },
    survey_not_shown: {
      title: 'Sondage non affiché',
      text: 'Ce sondage ne peut pas être affiché ici pour le moment.',
    },
    survey_not_open: { title: 'Sondage non ouvert', text: 'Ce sondage n’est pas ouvert.' },
    survey_answered: { title: 'Déjà répondu', text: 'Vous avez déjà répondu à ce sondage.' },
    survey_in_use: {
      title: 'Sondage avec réponses',
      text: 'Le sondage a déjà des réponses : ses questions et son anonymat ne peuvent plus être modifiés.',
    },
    survey_anonymous: {
      title: 'Sondage anonyme fermé',
      text: 'Un sondage anonyme ne peut pas être rouvert.',
    },
    email_taken: {
      title: 'Adresse e-mail déjà utilisée',
      text: 'Un compte avec cette adresse e-mail existe déjà.',
    },
    username_taken: {
      title: 'Nom d’utilisateur déjà pris',
      text: 'Un compte avec ce nom d’utilisateur existe déjà, ou aucun n’a pu être formé à partir du nom. Choisissez-en un autre.',
    },
    external_id_taken: {
      title: 'ID externe déjà utilisé',
      text: 'Un autre objet de ce type a déjà cet ID externe.',
    },
    sole_speaker: {
      title: 'Seul intervenant d’une conférence',
      text: 'Ce compte est le seul intervenant d’une conférence. Ajoutez d’abord un autre intervenant à la conférence, ou supprimez-la.',
    },
    last_owner: {
      title: 'Dernier propriétaire',
      text: 'Ce compte est le dernier propriétaire de la plateforme. Nommez d’abord quelqu’un d’autre propriétaire.',
    },
    webhook_disabled: {
      title: 'Webhook désactivé',
      text: 'Le webhook est désactivé : rien ne peut lui être envoyé. Activez-le d’abord.',
    },
    too_many_favorites: {
      title: 'Trop de favoris',
      text: 'Vous avez déjà 1 000 favoris. Retirez-en un d’abord.',
    },
    too_many_webhooks: {
      title: 'Trop de webhooks',
      text: 'La plateforme a atteint le nombre maximal de webhooks. Supprimez-en un d’abord.',
    },
    precondition_failed: {
      title: 'Modifié entre-temps',
      text: 'Quelqu’un d’autre l’a modifié entre-temps. Rien n’a été enregistré. Rechargez la page et réessayez.',
    },
    invalid_data: {
      title: 'Non enregistré',
      text: 'Les données envoyées ne sont pas valides. Rien n’a été enregistré.',
    },
    invalid_file: {
      title: 'Fichier non valide',
      text: 'Le fichier ne peut pas être utilisé. Rien n’a été enregistré.',
    },
    pictures_unsupported: {
      title: 'Images non prises en charge',
      text: 'Cette installation ne peut pas traiter d’images. Son exploitant peut installer le paquet pour les images.',
    },
    misdirected_request: { title: 'Adresse inconnue', text: 'Il n’y a pas de site sous ce nom d’hôte.' },
    unconfirmed_host: {
      title: 'Adresse non confirmée',
      text: 'Aucun lien ne peut être créé pour ce nom d’hôte, car il n’est pas confirmé. Demandez de l’aide à l’exploitant de ce site.',
    },
    uri_too_long: { title: 'Adresse trop longue', text: 'L’adresse de cette page est trop longue.' },
    bad_request: {
      title: 'Requête incomprise',
      text: 'Le serveur n’a pas pu lire cette requête. Revenez en arrière et réessayez.',
    },
  },
  retry: (seconds) => `C’était trop rapide. Réessayez ${formats.wait(seconds)}.`,
  moved: 'Elle a peut-être été déplacée. Recherchez plutôt dans le programme :',
  search: 'Conférence, intervenant ou thème',
  submit: 'Rechercher',
  tryAgain: 'Réessayer',
  home: 'Aller à la page d’accueil',
  requestId: 'ID de requête',
}
