// The platforms of the installation, for its operator.
import type { Messages } from '../../messages.ts'

export const platforms: Messages['office']['platforms'] = {
  title: 'Plateformes',
  new: 'Nouvelle plateforme',
  intro:
    'Une plateforme a ses propres conférences, sponsors, utilisateurs, clés et paramètres, et ne voit rien des autres plateformes.',
  platform: 'Plateforme',
  name: 'Nom',
  slug: 'Nom court',
  slugHint: 'Minuscules, chiffres et traits d’union. La ligne de commande utilise ce nom.',
  timeZoneHint: 'Le programme est affiché dans ce fuseau horaire.',
  owner: 'Premier propriétaire',
  create: 'Créer la plateforme',
  notCreated: 'La plateforme n’a pas été créée. Corrigez ces problèmes :',
  current: 'Actuelle',
  otherHosts: 'Tous les autres noms d’hôte',
  noHosts: 'Aucun nom d’hôte',
  hosts: 'Noms d’hôte',
  hostsOf: (name) => `Noms d’hôte de ${name}`,
  hostsHint:
    'Un par ligne, sans https:// ni port. Chaque nom doit mener à ce serveur et être couvert par son certificat.',
  created: {
    title: (name) => `Plateforme « ${name} » créée`,
    notice:
      'Copiez maintenant le mot de passe du propriétaire. Il n’est affiché qu’une fois et ne pourra plus être récupéré. Il doit être changé à la première connexion et expire après 7 jours.',
    password: (email) => `Mot de passe de ${email}`,
    next: 'La plateforme n’a pas encore de nom d’hôte. Ajoutez-en un pour que son propriétaire puisse se connecter.',
    addHosts: 'Ajouter des noms d’hôte',
    all: 'Toutes les plateformes',
  },
}
