// The announcements of changed talks in the queue of e-mails.
import type { Page } from './visitors.ts'

/** The rows of the queue that are such announcements, with addresses that can be searched. */
export const announcementsIn = ({ text }: Page): string =>
  text
    .split('<tr>')
    .filter((row) => row.includes('>Changes to talks<'))
    .join('')
    .replaceAll('<wbr/>', '')
