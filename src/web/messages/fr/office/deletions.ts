// Deleted talks and sponsors, which can be restored.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const deletions: Messages['office']['deletions'] = {
  title: 'Éléments supprimés',
  link: 'Éléments supprimés',
  intro: (days) =>
    `Les conférences et sponsors supprimés peuvent être restaurés pendant ${plural(days, { one: '# jour', other: '# jours' })}. Ils sont ensuite effacés.`,
  empty: 'Rien n’a été supprimé au cours des 30 derniers jours.',
  name: 'Nom',
  deletedBy: 'Supprimé par',
  deletedAt: 'Supprimé le',
  erasedAt: 'Effacé le',
  actions: 'Actions',
  restore: 'Restaurer',
  restoreNamed: (name) => `Restaurer « ${name} »`,
  erase: 'Effacer',
  eraseNamed: (name) => `Effacer « ${name} »`,
  eraseIntro: (name) =>
    `« ${name} » sera effacé immédiatement et ne pourra pas être restauré. L’historique des modifications est conservé.`,
  undo: 'Annuler la suppression',
  deleted: 'Suppression effectuée. Vous pouvez l’annuler pendant 30 jours.',
  restoreIntro: (name) =>
    `« ${name} » revient avec ses personnes et ses favoris. Les autres systèmes le considèrent comme nouveau.`,
  notRestored: 'La restauration est impossible : un autre élément a désormais cet identifiant externe.',
  externalIdHint: 'Saisissez un autre identifiant externe ou laissez le champ vide.',
  canBeRestored:
    'Vous pourrez annuler la suppression pendant 30 jours. L’historique des modifications est conservé.',
  erasedNow: 'Sera effacé immédiatement',
  live: 'Son chat, ses questions, ses sondages et sa présence',
}
