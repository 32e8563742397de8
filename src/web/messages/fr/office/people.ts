// The people in the forms of talks and sponsors.
import type { Messages } from '../../messages.ts'

export const people: Messages['office']['people'] = {
  speakers: {
    find: 'Rechercher un intervenant par nom ou e-mail',
    legend: 'Intervenants',
    add: 'Ajouter un intervenant',
    one: (position) => `Intervenant ${position}`,
  },
  moderators: {
    find: 'Rechercher un modérateur par nom ou e-mail',
    legend: 'Modérateurs',
    add: 'Ajouter un modérateur',
    one: (position) => `Modérateur ${position}`,
  },
  find: 'Rechercher',
  pick: 'Ajouter',
  pickNamed: (name) => `Ajouter ${name}`,
  notFound: 'Aucun compte trouvé. Ajoutez une nouvelle personne ci-dessous.',
  thisPerson: 'cette personne',
  cannotModerate: 'Les participants ne peuvent pas modérer',
  emailHint:
    'Si un compte a cette adresse e-mail, il est ajouté tel quel et vous pouvez laisser les autres champs vides.',
  emailHintNamesOptional:
    'Si un compte a cette adresse e-mail, il est ajouté tel quel. Sinon, un nouveau compte est créé.',
  more: 'Plus de détails',
  job: 'Fonction',
  company: 'Entreprise',
  usernameHint: 'Généré à partir du nom si le champ est vide.',
  avatar: 'URL de la photo (https)',
  description: 'Description',
  tags: 'Tags',
  tagsHint: 'Un par ligne.',
  highlighted: 'Mettre en avant sur la page des intervenants',
}
