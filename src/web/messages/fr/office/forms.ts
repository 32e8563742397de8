// What the forms of the Back Office share.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const forms: Messages['office']['forms'] = {
  create: 'Créer',
  cancel: 'Annuler',
  done: 'Terminé',
  notSaved: 'Vos modifications n’ont pas été enregistrées. Corrigez ces problèmes :',
  warnings: {
    account_adopted:
      'Le compte existait déjà. Il appartient désormais à cette importation et a été mis à jour.',
    type_not_applied: 'Le compte garde son type. Vous pouvez modifier son rôle sur sa page.',
    end_registration_not_applied:
      'L’inscription a été refusée et le reste. Vous pouvez l’accepter sur la page du compte.',
    video_missing: 'La conférence n’a pas encore de vidéo.',
    video_ignored: 'Les conférences intégrées ont lieu dans une salle vidéo. La vidéo a été ignorée.',
    room_missing:
      'Personne ne peut encore regarder la conférence : configurez des salles vidéo dans les paramètres.',
    username_taken: 'Ce nom d’utilisateur est déjà pris. Un nouveau a été généré.',
    speaker_is_attendee:
      'Le compte a été ajouté, mais il a toujours le rôle Participant. Vous pouvez le changer sur sa page.',
    moderator_is_attendee:
      'Le compte a été ajouté, mais il ne peut modérer qu’avec le rôle Intervenant, Administrateur ou Propriétaire.',
    highlight_not_applied: 'Seuls les intervenants peuvent être mis en avant.',
  },
  signedOut: 'Vous avez été déconnecté.',
  signedOutAdvice: (signIn) => [
    'Vos modifications sont toujours sur cette page. ',
    signIn('Connectez-vous dans un autre onglet'),
    ', puis enregistrez.',
  ],
  newerVersion:
    'Quelqu’un d’autre a modifié cet élément pendant que vous y travailliez. Vos modifications n’ont pas été enregistrées.',
  newerVersionAdvice: (review, restart) => [
    review('Examinez les modifications'),
    ', puis ',
    restart('repartez de la dernière version'),
    ' ou remplacez-la par la vôtre.',
  ],
  overwrite: (version) => `Remplacer la version ${number(version)}`,
  conflict:
    'Quelqu’un d’autre vient d’enregistrer une modification. Les vôtres n’ont pas été enregistrées. Réessayez.',
  moveUp: (name) => `Monter ${name}`,
  remove: 'Retirer',
  removeNamed: (name) => `Retirer ${name}`,
  externalId: 'ID externe',
  gracePeriod: 'Période de transition de l’ancien secret',
  gracePeriods: {
    none: 'Aucune : il expire immédiatement',
    hour: '1 heure',
    day: '24 heures',
    week: '7 jours',
  },
  saved: {
    talks: { created: 'Conférence créée', saved: 'Conférence enregistrée' },
    sponsors: { created: 'Sponsor créé', saved: 'Sponsor enregistré' },
    surveys: { created: 'Sondage créé', saved: 'Sondage enregistré' },
    users: { created: 'Utilisateur créé', saved: 'Utilisateur enregistré' },
  },
  accountsCreated: (count) => plural(count, { one: '# compte créé.', other: '# comptes créés.' }),
  continue: 'Continuer',
  once: {
    title: 'Déjà affiché',
    text: 'Cette page a affiché un secret une seule fois et ne peut plus rien en montrer. Si vous ne l’avez pas copié :',
    advice: [
      'Clés API et webhooks : renouvelez le secret dans les paramètres.',
      'Mots de passe et liens de réinitialisation : créez un lien de réinitialisation dans l’onglet Accès de l’utilisateur.',
    ],
    dashboard: 'Aller au tableau de bord',
  },
}
