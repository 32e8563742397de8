// Reading without a connection.
import type { Messages } from '../messages.ts'

export const offline: Messages['offline'] = {
  title: 'Vous êtes hors ligne',
  text: 'Cette page n’est pas enregistrée sur cet appareil. Réessayez une fois la connexion rétablie.',
  links: (agenda, myAgenda) => [
    'Les pages que vous avez déjà ouvertes se lisent hors ligne, par exemple ',
    agenda,
    ' et ',
    myAgenda,
    '.',
  ],
  notice:
    'Vous êtes hors ligne. Voici la page telle que vous l’avez ouverte la dernière fois. Les horaires ont peut-être changé.',
}
