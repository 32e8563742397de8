// The review queue of registrations.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

export const registrations: Messages['office']['registrations'] = {
  title: 'Inscriptions',
  searchHint: 'Nom, adresse e-mail ou nom d’utilisateur',
  name: 'Nom',
  about: 'À propos',
  created: 'Création',
  review: 'Examen',
  accept: 'Accepter',
  acceptNamed: (name) => `Accepter ${name}`,
  acceptSelected: 'Accepter la sélection',
  reject: 'Refuser',
  rejectNamed: (name) => `Refuser ${name}`,
  rejectSelected: 'Refuser la sélection',
  noRegistrations: 'Aucune inscription à examiner.',
  noRegistrationsAdvice: 'Les nouvelles inscriptions apparaissent ici.',
  noMatches: 'Aucune inscription ne correspond.',
  accepted: (count) => plural(count, { one: '# inscription acceptée.', other: '# inscriptions acceptées.' }),
  rejected: (count) => plural(count, { one: '# inscription refusée.', other: '# inscriptions refusées.' }),
  refused: (count) =>
    plural(count, {
      one: '# inscription n’a pas pu être examinée : le compte a été supprimé ou a désormais un autre rôle.',
      other:
        '# inscriptions n’ont pas pu être examinées : les comptes ont été supprimés ou ont désormais un autre rôle.',
    }),
  noneSelected: 'Sélectionnez au moins une inscription.',
}
