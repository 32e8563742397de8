// The frame of the Back Office, and notices that several areas share.
import type { Messages } from '../../messages.ts'

export const frame: Messages['office']['frame'] = {
  title: (page) => `${page} · Back Office`,
  navigation: 'Back Office',
  menu: 'Menu',
  signedInAs: 'Connecté en tant que',
  groups: {
    programme: 'Programme',
    people: 'Personnes',
    live: 'En direct',
    integrations: 'Intégrations',
    settings: 'Paramètres',
  },
  areas: {
    dashboard: 'Tableau de bord',
    talks: 'Conférences',
    speakers: 'Intervenants',
    sponsors: 'Sponsors',
    surveys: 'Sondages',
    users: 'Utilisateurs',
    registrations: 'Inscriptions',
    messages: 'Messages',
    keys: 'Clés d’API',
    webhooks: 'Webhooks',
    audit: 'Journal d’audit',
    requests: 'Journal des requêtes',
    settings: 'Paramètres',
  },
  done: {
    created: 'Création effectuée.',
    saved: 'Modifications enregistrées.',
    unchanged: 'Il n’y avait rien à modifier.',
    deleted: 'Suppression effectuée.',
    restored: 'Restauration effectuée.',
    erased: 'Effacement effectué.',
    role: 'Rôle modifié.',
    accepted: 'Inscription acceptée.',
    'created-invited': 'Création effectuée. Les nouvelles personnes reçoivent une invitation par e-mail.',
    'saved-invited':
      'Modifications enregistrées. Les nouvelles personnes reçoivent une invitation par e-mail.',
    invited: 'Invitation en cours d’envoi. Paramètres > E-mails indique quand elle est envoyée.',
    'invitation-revoked': 'Invitation révoquée. Son lien ne fonctionne plus.',
    'email-test': 'E-mail de test en cours d’envoi.',
    'email-retried': 'L’e-mail va être renvoyé.',
    'message-sent': 'Le message est en route. Rechargez la page pour voir l’avancement.',
    rejected: 'Inscription refusée.',
    'two-factor':
      'Authentification à deux facteurs désactivée. Le mot de passe suffit désormais pour se connecter à ce compte.',
    'proposal-approved': 'Modifications approuvées.',
    'proposal-rejected': 'Modifications refusées.',
    revoked: 'Clé révoquée. Les requêtes qui l’utilisent sont désormais refusées.',
    hosts: 'Noms d’hôte enregistrés.',
    'webhook-deleted': 'Webhook supprimé.',
  },
  copy: 'Copier',
  copied: 'Copié',
  none: 'Aucun',
  refusals: {
    too_many_requests: 'Il y a trop de requêtes en ce moment. Réessayez plus tard.',
    insufficient_permissions:
      'Seuls les propriétaires peuvent créer des administrateurs et des propriétaires.',
    unconfirmed_host:
      'Ce nom d’hôte n’est pas confirmé : aucun lien ne peut être créé pour lui. Un propriétaire peut l’ajouter sous Paramètres > Général. Si son port n’est ni 443 ni celui du serveur, il faut définir LECTERN_PUBLIC_URL.',
  },
}
