// The pages of one talk, sponsor, survey, or user.
import type { Messages } from '../../messages.ts'

export const objects: Messages['office']['objects'] = {
  talks: { one: 'Conférence', many: 'Conférences', deleted: 'Conférence supprimée' },
  sponsors: { one: 'Sponsor', many: 'Sponsors', deleted: 'Sponsor supprimé' },
  surveys: { one: 'Sondage', many: 'Sondages', deleted: 'Sondage supprimé' },
  users: { one: 'Utilisateur', many: 'Utilisateurs', deleted: 'Utilisateur supprimé' },
  tabs: {
    edit: 'Modifier',
    access: 'Accès',
    ledgers: 'Points et crédits',
    attendance: 'Présence',
    history: 'Historique',
    delete: 'Supprimer',
  },
  viewPublicPage: 'Voir la page publique',
  duplicate: 'Dupliquer',
  deleteNamed: (name) => `Supprimer « ${name} »`,
  deleteTitle: (name) => `Supprimer ${name}`,
  deleteFinal: 'Cette action est irréversible. L’historique des modifications est conservé.',
  willBeDeleted: 'Sera supprimé',
  willBeKept: 'Sera conservé',
}
