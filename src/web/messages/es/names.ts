// Names of the values that the API defines.
import type { Messages } from '../messages.ts'
import { formats } from './formats.ts'

export const names: Messages['names'] = {
  roles: { attendee: 'Asistente', speaker: 'Ponente', admin: 'Administrador', owner: 'Propietario' },
  memberships: { speaker: 'Ponente', moderator: 'Moderador' },
  registrationStatuses: { in_review: 'En revisión', accepted: 'Aceptada', rejected: 'Rechazada' },
  userTypes: { Attendee: 'Asistente', Speaker: 'Ponente' },
  userStatuses: {
    Employed: 'Con empleo',
    'Looking for a job': 'En busca de empleo',
    Student: 'Estudiante',
    Freelancer: 'Por cuenta propia',
    'Working for a startup': 'En una start-up',
  },
  networks: { facebook: 'Facebook', linkedin: 'LinkedIn', twitter: 'Twitter', youtube: 'YouTube' },
  language: formats.languageName,
  compare: formats.compare,
  talkKinds: { talk: 'Charla', break: 'Pausa' },
  talkStates: { draft: 'Borrador', published: 'Publicada', cancelled: 'Cancelada' },
  talkTypes: {
    embedded: 'Integrada',
    rtmp: 'RTMP',
    youtube: 'YouTube',
    external: 'Externa',
    replay: 'Grabación',
  },
  features: {
    chat: 'Chat',
    questions: 'Preguntas',
    surveys: 'Encuestas',
    viewersCount: 'Número de espectadores',
    viewersList: 'Lista de espectadores',
    rewardsEarning: 'Puntos',
  },
  sponsorLevels: ['Platino', 'Oro', 'Plata', 'Bronce', 'Colaborador'],
  objects: {
    talk: 'Charla',
    sponsor: 'Patrocinador',
    user: 'Usuario',
    api_key: 'Clave de API',
    platform: 'Plataforma',
    webhook: 'Webhook',
    message: 'Mensaje de chat',
    attendance: 'Asistencia',
    survey: 'Encuesta',
    question: 'Pregunta',
    file: 'Archivo',
  },
}
