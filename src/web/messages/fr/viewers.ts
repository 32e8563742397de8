// Who watches a talk: the panel, the list, and whether one is listed.
import type { Messages } from '../messages.ts'
import { list, plural } from './formats.ts'

export const viewers: Messages['viewers'] = {
  count: (count) => plural(count, { one: '# personne regarde', other: '# personnes regardent' }),
  names: (names, more) =>
    list(more > 0 ? [...names, plural(more, { one: '# autre', other: '# autres' })] : names),
  showList: 'Afficher la liste',
  title: 'Spectateurs',
  intro: 'Les personnes qui regardent en ce moment et ont accepté d’apparaître.',
  search: 'Rechercher des spectateurs',
  searchHint: 'Nom',
  total: (count) => plural(count, { one: '# spectateur affiché', other: '# spectateurs affichés' }),
  nobody: 'Aucune des personnes qui regardent n’a accepté d’apparaître.',
  noMatches: 'Aucun spectateur ne correspond.',
  listed: (change) => ['Vous apparaissez dans la liste quand vous regardez. ', change('Modifier')],
  unlisted: (change) => ['Vous n’apparaissez pas dans la liste. ', change('Modifier')],
  privacy: {
    title: 'Confidentialité',
    saved: 'Enregistré.',
    legend: 'Listes des spectateurs',
    listed: 'Apparaître comme spectateur',
    listedHint:
      'Quand vous regardez une conférence, les autres peuvent voir votre nom et votre photo dans la liste des spectateurs. Vous êtes compté dans tous les cas.',
  },
}
