// Names of the values that the API defines.
import type { Messages } from '../messages.ts'
import { formats } from './formats.ts'

export const names: Messages['names'] = {
  roles: { attendee: 'Participant', speaker: 'Intervenant', admin: 'Administrateur', owner: 'Propriétaire' },
  memberships: { speaker: 'Intervenant', moderator: 'Modérateur' },
  registrationStatuses: { in_review: 'En cours d’examen', accepted: 'Acceptée', rejected: 'Refusée' },
  userTypes: { Attendee: 'Participant', Speaker: 'Intervenant' },
  userStatuses: {
    Employed: 'En poste',
    'Looking for a job': 'En recherche d’emploi',
    Student: 'En études',
    Freelancer: 'Freelance',
    'Working for a startup': 'Dans une start-up',
  },
  networks: { facebook: 'Facebook', linkedin: 'LinkedIn', twitter: 'Twitter', youtube: 'YouTube' },
  language: formats.languageName,
  compare: formats.compare,
  talkKinds: { talk: 'Conférence', break: 'Pause' },
  talkStates: { draft: 'Brouillon', published: 'Publiée', cancelled: 'Annulée' },
  talkTypes: {
    embedded: 'Intégrée',
    rtmp: 'RTMP',
    youtube: 'YouTube',
    external: 'Externe',
    replay: 'Replay',
  },
  features: {
    chat: 'Chat',
    questions: 'Questions',
    surveys: 'Sondages',
    viewersCount: 'Nombre de spectateurs',
    viewersList: 'Liste des spectateurs',
    rewardsEarning: 'Points',
  },
  sponsorLevels: ['Platine', 'Or', 'Argent', 'Bronze', 'Partenaire'],
  objects: {
    talk: 'Conférence',
    sponsor: 'Sponsor',
    user: 'Utilisateur',
    api_key: 'Clé API',
    platform: 'Plateforme',
    webhook: 'Webhook',
    message: 'Message de chat',
    attendance: 'Présence',
    survey: 'Sondage',
    question: 'Question',
    file: 'Fichier',
  },
}
