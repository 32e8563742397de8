// Deleted talks and sponsors, which can be restored.
import { plural } from '../formats.ts'

export const deletions = {
  title: 'Deleted',
  /** The link in the lists of talks and sponsors. */
  link: 'Deleted',
  intro: (days: number) =>
    `Deleted talks and sponsors can be restored for ${plural(days, { one: '# day', other: '# days' })}. After that, they are erased.`,
  empty: 'Nothing has been deleted in the last 30 days.',
  name: 'Name',
  deletedBy: 'Deleted by',
  deletedAt: 'Deleted',
  erasedAt: 'Erased on',
  actions: 'Actions',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore “${name}”`,
  erase: 'Erase',
  eraseNamed: (name: string) => `Erase “${name}”`,
  eraseIntro: (name: string) =>
    `“${name}” will be erased now and cannot be restored. The change history is kept.`,
  undo: 'Undo',
  deleted: 'Deleted. You can restore it for 30 days.',
  restoreIntro: (name: string) =>
    `“${name}” comes back with its people and favorites. Other systems see it as new.`,
  notRestored: 'It was not restored. Another object has its external ID by now.',
  externalIdHint: 'Enter another external ID, or leave the field empty.',
  canBeRestored: 'You can restore it for 30 days. The change history is kept.',
  erasedNow: 'Will be erased at once',
  live: 'Its chat, questions, surveys, and attendance',
}
