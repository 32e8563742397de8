// Error pages. Codes without a text of their own show the title and message of the API.
import type { Messages } from '../messages.ts'

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
      text: 'Le serveur ne parvient pas à joindre sa base de données. Réessayez plus tard.',
    },
  },
  moved: 'Elle a peut-être été déplacée. Recherchez plutôt dans le programme :',
  search: 'Conférence, intervenant ou thème',
  submit: 'Rechercher',
  home: 'Aller à la page d’accueil',
  requestId: 'ID de requête',
}
