// Names of the values that the API defines.
import { formats } from './formats.ts'

export const names = {
  roles: { attendee: 'Attendee', speaker: 'Speaker', admin: 'Admin', owner: 'Owner' },
  memberships: { speaker: 'Speaker', moderator: 'Moderator' },
  registrationStatuses: { in_review: 'In review', accepted: 'Accepted', rejected: 'Rejected' },
  userTypes: { Attendee: 'Attendee', Speaker: 'Speaker' },
  userStatuses: {
    Employed: 'Employed',
    'Looking for a job': 'Looking for a job',
    Student: 'Student',
    Freelancer: 'Freelancer',
    'Working for a startup': 'Working for a startup',
  },
  networks: { facebook: 'Facebook', linkedin: 'LinkedIn', twitter: 'Twitter', youtube: 'YouTube' },
  /** By its BCP 47 tag. */
  language: formats.languageName,
  /** For sorting names and titles. */
  compare: formats.compare,
  talkKinds: { talk: 'Talk', break: 'Break' },
  talkStates: { draft: 'Draft', published: 'Published', cancelled: 'Canceled' },
  talkTypes: {
    embedded: 'Embedded',
    rtmp: 'RTMP',
    youtube: 'YouTube',
    external: 'External',
    replay: 'Replay',
  },
  features: {
    chat: 'Chat',
    questions: 'Questions',
    surveys: 'Surveys',
    viewersCount: 'Viewer count',
    viewersList: 'Viewer list',
    rewardsEarning: 'Points',
  },
  sponsorLevels: ['Platinum', 'Gold', 'Silver', 'Bronze', 'Partner'],
  objects: {
    talk: 'Talk',
    sponsor: 'Sponsor',
    user: 'User',
    api_key: 'API key',
    platform: 'Platform',
    webhook: 'Webhook',
    message: 'Chat message',
    attendance: 'Attendance',
    survey: 'Survey',
    question: 'Question',
    file: 'File',
  },
}
