// Chat messages that wait for a moderator, on the dashboard.
import type { ReadDashboard } from '../../kit/office/dashboard.ts'
import { readTalksToReview } from './read-messages.ts'

export const readDashboard: ReadDashboard = async (services, caller, { messages }) => ({
  actions: (await readTalksToReview(services, caller)).map(({ id, title, count }) => ({
    text: messages.office.dashboard.chatToReview({ count, talk: <bdi>{title}</bdi> }),
    href: `/talks/${id}/moderation`,
  })),
})
