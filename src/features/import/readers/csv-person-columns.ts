// Columns about the speakers and moderators of talks, by their headers: “Speaker 2 e-mail”, “E-Mail des Referenten”.

import { personAttributes, simplified } from './csv-attributes.ts'

// Singular and plural forms, as `simplified` returns them: “Referent*in” is `referentin`.
const speakerWords =
  'speaker speakers person persons people personen personne personnes persona personas presenter presenters referent referenten referentin referentinnen referentenin vortragender vortragende vortragenden sprecher sprecherin sprecherinnen dozent dozentin dozenten dozentinnen intervenant intervenants intervenante intervenantes orateur orateurs oratrice oratrices conferencier conferenciers conferenciere ponente ponentes orador oradora oradores conferenciante conferenciantes'
const moderatorWords =
  'moderator moderators moderatorin moderatoren moderatorinnen moderation host hosts chair chairs sitzungsleitung animateur animateurs animatrice moderateur moderateurs moderatrice moderador moderadora moderadores'

const inOrder = (words: string) => words.split(' ').sort((a, b) => b.length - a.length)
const roles = {
  speakers: inOrder(speakerWords),
  moderators: inOrder(moderatorWords),
}
type Role = keyof typeof roles

/** Words between an attribute and a role: “Name des Referenten”, “Nom de l’intervenant”, “Correo del ponente”. */
const JOINERS = /(?:of|ofthe|des|der|von|vom|du|de|dela|delas|delos|dell?|l|del)$/

/**
 * “Speaker 2 E-Mail” becomes `speakers.2.email`, and “Speakers” becomes `speakers.name`; undefined for a column of the
 * talk itself.
 */
export function personColumn(header: string): string | undefined {
  const digits = /\d+/.exec(header)?.[0] ?? ''
  const name = simplified(header.replace(/\d+/, ' '))
  for (const role of ['speakers', 'moderators'] as const) {
    const rest = withoutRole(name, role)
    const field = rest === undefined ? undefined : fieldOf(rest)
    if (field !== undefined) return [role, ...(digits ? [digits] : []), field].join('.')
  }
  return undefined
}

/** The name without the role at its start or end; the longest word is tried first. */
function withoutRole(name: string, role: Role): string | undefined {
  const [first] = roles[role].filter((word) => name.startsWith(word))
  if (first !== undefined) return name.slice(first.length).replace(/^s(?=e?mail|name|bio)/, '')
  const [last] = roles[role].filter((word) => name.endsWith(word))
  if (last === undefined) return undefined
  const before = name.slice(0, -last.length)
  return fieldOf(before) === undefined ? before.replace(JOINERS, '') : before
}

const fieldOf = (what: string): string | undefined =>
  what === '' ? 'name' : Object.entries(personAttributes).find(([, { names }]) => names.includes(what))?.[0]
