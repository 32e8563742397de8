// The request log of the External API.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const requests: Messages['office']['requests'] = {
  title: 'Journal des requêtes',
  intro: (zone) =>
    `Requêtes à l’External API avec des clés de cette plateforme, conservées sept jours. Fuseau horaire : ${zone}.`,
  notAnId: (example) => `Ce n’est pas un ID de requête. Saisissez-en un comme ${example}.`,
  key: 'Clé',
  allKeys: 'Toutes les clés',
  status: 'Statut',
  allStatuses: 'Tous les statuts',
  statuses: {
    ok: 'Réussies (2xx)',
    errors: 'Toutes les erreurs (4xx et 5xx)',
    refused: 'Erreurs client (4xx)',
    failed: 'Erreurs serveur (5xx)',
  },
  operation: 'Opération',
  allOperations: 'Toutes les opérations',
  requestId: 'ID de requête',
  caption: 'Requêtes, les plus récentes d’abord',
  time: 'Heure',
  duration: 'Durée',
  problems: 'Problèmes',
  methodAndPath: 'Méthode et chemin',
  more: (count) => plural(count, { one: 'et # autre', other: 'et # autres' }),
  deletedKey: 'Clé supprimée',
  noRequests: 'Aucune requête pour le moment.',
  noRequestsAdvice: (documentation) => [
    'Les requêtes avec une clé API de cette plateforme apparaissent ici. ',
    documentation('Lire la documentation de l’API'),
    '.',
  ],
  noMatches: 'Aucune requête ne correspond.',
  notFound:
    'Cette requête ne figure pas dans le journal de cette plateforme. Les requêtes apparaissent en moins de deux secondes et sont conservées sept jours.',
  page: {
    title: 'Requête',
    idLine: (id, text) => ['Requête ', id(text)],
    notLogged:
      'Cette requête ne figure pas dans le journal des requêtes : elle a été faite sur une page ou date de plus de sept jours.',
    changes: 'Modifications',
    noChanges: 'Cette requête n’a rien modifié.',
    timesIn: (zone) => `Fuseau horaire : ${zone}.`,
    curl: 'Copier comme commande curl',
    curlHint: 'Remplacez YOUR_API_KEY par votre clé d’API. Les valeurs masquées ne sont pas celles envoyées.',
    body: 'Corps de la requête',
    noBody: 'Aucun corps lisible.',
    masked:
      'Les adresses e-mail sont masquées en partie. Les noms, noms d’utilisateur et secrets sont masqués. Les corps sont coupés après 4 Kio.',
    response: 'Corps de la réponse',
    noResponse: 'La réponse n’avait pas de corps, ou il n’est pas conservé.',
    maskedResponse: 'Masqué comme la requête. Coupé après 2 Kio.',
  },
}
