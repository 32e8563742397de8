// Names of the values that the API defines.
import type { Messages } from '../messages.ts'
import { formats } from './formats.ts'

export const names: Messages['names'] = {
  roles: { attendee: 'Teilnehmer', speaker: 'Speaker', admin: 'Admin', owner: 'Inhaber' },
  memberships: { speaker: 'Speaker', moderator: 'Moderator' },
  registrationStatuses: { in_review: 'In Prüfung', accepted: 'Angenommen', rejected: 'Abgelehnt' },
  userTypes: { Attendee: 'Teilnehmer', Speaker: 'Speaker' },
  userStatuses: {
    Employed: 'Angestellt',
    'Looking for a job': 'Auf Jobsuche',
    Student: 'Im Studium',
    Freelancer: 'Freiberuflich',
    'Working for a startup': 'In einem Start-up tätig',
  },
  networks: { facebook: 'Facebook', linkedin: 'LinkedIn', twitter: 'Twitter', youtube: 'YouTube' },
  language: formats.languageName,
  compare: formats.compare,
  talkKinds: { talk: 'Vortrag', break: 'Pause' },
  talkStates: { draft: 'Entwurf', published: 'Veröffentlicht', cancelled: 'Abgesagt' },
  talkTypes: {
    embedded: 'Eingebettet',
    rtmp: 'RTMP',
    youtube: 'YouTube',
    external: 'Extern',
    replay: 'Aufzeichnung',
  },
  features: {
    chat: 'Chat',
    questions: 'Fragen',
    surveys: 'Umfragen',
    viewersCount: 'Zuschauerzahl',
    viewersList: 'Zuschauerliste',
    rewardsEarning: 'Punkte',
  },
  sponsorLevels: ['Platin', 'Gold', 'Silber', 'Bronze', 'Partner'],
  objects: {
    talk: 'Vortrag',
    sponsor: 'Sponsor',
    user: 'Benutzer',
    api_key: 'API-Schlüssel',
    platform: 'Plattform',
    webhook: 'Webhook',
    message: 'Chatnachricht',
    attendance: 'Anwesenheit',
    survey: 'Umfrage',
    question: 'Frage',
    file: 'Datei',
  },
}
