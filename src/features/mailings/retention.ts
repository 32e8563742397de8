// Mailings, which are kept for 30 days, like their e-mails.
import { DAY_MS, type Retention } from '../../kernel/changes/retention.ts'
import { removeMailingsBefore } from './store.ts'

export const mailingsRetention: Retention = {
  writes: ({ now }) => [removeMailingsBefore({ before: now - 30 * DAY_MS })],
}
