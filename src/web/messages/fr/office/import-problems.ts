// What is wrong with a file that is imported, with a row of it, or with a cell, and what to do about it.
import type { Messages } from '../../messages.ts'
import { list, number, plural } from '../formats.ts'

const fields: Record<string, string> = {
  title: 'Le titre',
  description: 'La description',
  details: 'Le texte « Détails »',
  room: 'La salle',
  track: 'Le parcours',
  biography: 'La biographie',
  firstName: 'Le prénom',
  lastName: 'Le nom',
  job: 'La fonction',
  company: 'L’entreprise',
}
const fieldOf = ({ text, person }: { text: string; person: string | undefined }) =>
  person === undefined ? fields[text] : `${fields[text]} de ${person}`
const meant = (closest: string | undefined) =>
  closest === undefined ? '' : ` Vouliez-vous dire « ${closest} » ?`

export const importProblems: Messages['office']['importProblems'] = {
  not_json: () => 'Le fichier n’est pas un JSON valide. Exportez-le à nouveau.',
  not_json_export: () => 'Le fichier est au format XML ou HTML. Utilisez plutôt l’export JSON.',
  unknown_json: () =>
    'Ce fichier JSON n’est pas un programme. Utilisez l’export du planning de pretalx ou de frab, ou « All data » d’un endpoint Sessionize.',
  unexpected_json: ({ detail }) =>
    `Le fichier ne respecte pas son format : ${detail}. Exportez-le à nouveau.`,
  encoding_mismatch: ({ encoding }) =>
    `Le fichier n’est pas encodé en ${encoding}. Dans votre tableur, enregistrez-le au format « CSV UTF-8 » ou comme classeur Excel (.xlsx).`,
  xlsx_invalid: () =>
    'Le classeur est endommagé. Enregistrez-le à nouveau comme classeur Excel (.xlsx) ou au format CSV.',
  xlsx_too_large: () =>
    'Le classeur est trop volumineux. Supprimez les feuilles et les lignes qui ne font pas partie du programme.',
  too_complex: () =>
    'La lecture du fichier prend trop de temps ou de mémoire. Répartissez son contenu dans plusieurs fichiers.',
  old_spreadsheet: () =>
    'Le classeur a un mot de passe ou un ancien format. Enregistrez-le comme classeur Excel (.xlsx) sans mot de passe.',
  sheet_unknown: ({ sheet }) => `Le classeur n’a pas de feuille « ${sheet} ».`,
  zone_missing: ({ path }) => `${path} n’a pas de fuseau horaire.`,
  table_empty: () =>
    'Le tableau est vide. Il faut une ligne avec les noms des colonnes et une ligne par conférence.',
  quote_open: ({ line }) => `Ligne ${number(line)} : un guillemet n’est pas fermé.`,
  quote_single: ({ line }) =>
    `Ligne ${number(line)} : un guillemet à l’intérieur d’une cellule doit être doublé.`,
  row_too_wide: ({ row, cells, width }) =>
    `La ligne ${number(row)} a ${number(cells)} cellules, mais il n’y a que ${number(width)} colonnes. Mettez entre guillemets les textes qui contiennent le séparateur.`,
  column_twice: ({ column }) =>
    `Deux colonnes s’appellent « ${column} ». Renommez l’une d’elles dans le fichier.`,
  column_absent: ({ column, closest }) => `Le tableau n’a pas de colonne « ${column} ».${meant(closest)}`,
  kind_unknown: () => 'Les colonnes n’indiquent pas ce que contient le tableau. Choisissez-le ci-dessus.',
  attribute_unknown: ({ column }) => `« ${column} » ne peut pas être importée dans ce champ.`,
  attribute_twice: () => 'Deux colonnes ont le même champ. Choisissez chaque champ une seule fois.',
  id_missing: () =>
    'Aucune colonne ne nomme les lignes. Choisissez une colonne pour le titre d’une conférence, l’e-mail d’une personne ou le nom d’un sponsor.',
  cell_zone_missing: ({ row, column }) =>
    `Ligne ${number(row)}, colonne « ${column} » : l’heure n’a pas de fuseau horaire.`,
  cell_empty: ({ column }) => `« ${column} » est vide. Remplissez la cellule.`,
  cell_not_boolean: ({ column }) => `« ${column} » doit être oui ou non.`,
  cell_not_integer: ({ column }) => `« ${column} » doit être un nombre entier.`,
  cell_not_time: ({ column }) =>
    `« ${column} » n’est ni une date ni une heure. Écrivez par exemple 20/05/2027 9:30.`,
  cell_date_ambiguous: ({ column }) =>
    `« ${column} » contient une date qui peut se lire de deux façons. Choisissez l’ordre du jour et du mois avec les colonnes.`,
  cell_time_skipped: ({ column, zone }) =>
    `« ${column} » est une heure qui n’existe pas à ${zone}, à cause du passage à l’heure d’été.`,
  cell_link: ({ column }) => `« ${column} » contient un lien qui n’est pas une URL https publique.`,
  cell_entry_too_long: ({ column, max }) =>
    `« ${column} » contient une entrée de plus de ${number(max)} caractères. Raccourcissez-la.`,
  cell_names_ambiguous: ({ column }) =>
    `« ${column} » peut contenir une ou plusieurs personnes. Séparez les personnes par des points-virgules.`,
  cell_entries: ({ column, entries, people }) =>
    `« ${column} » a ${plural(entries, { one: '# entrée', other: '# entrées' })} pour ${plural(people, { one: '# personne', other: '# personnes' })}. Séparez les entrées par des points-virgules, une par personne.`,
  id_twice: () => 'Une autre entrée a le même identifiant ou le même titre. Modifiez l’une des deux.',
  row_id_twice: () => 'Une autre ligne a le même identifiant ou le même nom. Modifiez l’une des deux.',
  email_twice: ({ row }) => `La ligne ${number(row)} a le même e-mail.`,
  id_unusable: ({ max }) =>
    `L’identifiant est vide, dépasse ${number(max)} caractères ou contient des caractères de contrôle.`,
  title_missing: () => 'Le titre manque. Ajoutez-le.',
  text_too_long: ({ length, max, ...text }) =>
    `${fieldOf(text)} a ${number(length)} caractères, mais ${number(max)} au plus sont possibles. Raccourcissez le texte ou choisissez « Raccourcir les textes longs » ci-dessous.`,
  name_missing: ({ email }) =>
    email === ''
      ? 'Un intervenant n’a pas de nom. Ajoutez-le.'
      : `${email} n’a pas de nom. Ajoutez-le, par exemple « Ada Lindqvist <${email}> ».`,
  email_missing: ({ name }) =>
    `${name} n’a pas d’e-mail. Ajoutez-le ou choisissez « Créer des adresses pour les personnes sans e-mail » ci-dessous.`,
  time_missing: () => 'L’heure de début n’est pas encore fixée. Ajoutez-la.',
  time_invalid: () => 'Le début n’est pas une date avec une heure.',
  duration_invalid: () => 'La durée doit être en minutes ou en heures et minutes, par exemple 0:45.',
  duration_missing: () => 'Il n’y a ni durée ni fin. Ajoutez l’une des deux.',
  type_missing: () =>
    'La ligne n’indique pas s’il s’agit d’un intervenant ou d’un participant. Ajoutez une colonne ou choisissez-le avec les colonnes.',
  columns_ignored: ({ columns }) => `Colonnes non importées : ${list(columns)}.`,
  undecided_sessions: ({ count }) =>
    plural(count, {
      one: '# session est laissée de côté, car elle n’est pas acceptée.',
      other: '# sessions sont laissées de côté, car elles ne sont pas acceptées.',
    }),
  zone_mismatch: ({ zone }) =>
    `Le fuseau horaire du fichier (${zone}) ne correspond pas à ses heures. Les conférences prennent le fuseau horaire de la plateforme.`,
  other: () => 'Le fichier ne peut pas être lu avec ces choix.',
}
