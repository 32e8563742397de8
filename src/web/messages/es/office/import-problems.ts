// What is wrong with a file that is imported, with a row of it, or with a cell, and what to do about it.
import type { Messages } from '../../messages.ts'
import { list, number, plural } from '../formats.ts'

const fields: Record<string, string> = {
  title: 'El título',
  description: 'La descripción',
  details: 'El texto «Detalles»',
  room: 'La sala',
  track: 'La línea temática',
  biography: 'La biografía',
  firstName: 'El nombre',
  lastName: 'El apellido',
  job: 'El cargo',
  company: 'La empresa',
}
const fieldOf = ({ text, person }: { text: string; person: string | undefined }) =>
  person === undefined ? fields[text] : `${fields[text]} de ${person}`
const meant = (closest: string | undefined) => (closest === undefined ? '' : ` ¿Querías decir «${closest}»?`)

export const importProblems: Messages['office']['importProblems'] = {
  not_json: () => 'El archivo no es un JSON válido. Expórtalo de nuevo.',
  not_json_export: () => 'El archivo es XML o HTML. Usa la exportación JSON.',
  unknown_json: () =>
    'Este archivo JSON no es un programa. Usa la exportación del horario de pretalx o frab, o «All data» de un endpoint de Sessionize.',
  unexpected_json: ({ detail }) => `El archivo no cumple su formato: ${detail}. Expórtalo de nuevo.`,
  encoding_mismatch: ({ encoding }) =>
    `El archivo no está en ${encoding}. En tu hoja de cálculo, guárdalo como «CSV UTF-8» o como libro de Excel (.xlsx).`,
  xlsx_invalid: () => 'El libro está dañado. Guárdalo de nuevo como libro de Excel (.xlsx) o como CSV.',
  xlsx_too_large: () =>
    'El libro es demasiado grande. Elimina las hojas y filas que no forman parte del programa.',
  too_complex: () => 'Leer el archivo lleva demasiado tiempo o memoria. Divídelo en varios archivos.',
  old_spreadsheet: () =>
    'El libro tiene contraseña o un formato antiguo. Guárdalo como libro de Excel (.xlsx) sin contraseña.',
  sheet_unknown: ({ sheet }) => `El libro no tiene la hoja «${sheet}».`,
  zone_missing: ({ path }) => `${path} no tiene zona horaria.`,
  table_empty: () =>
    'La tabla está vacía. Necesita una fila con los nombres de las columnas y una fila por charla.',
  quote_open: ({ line }) => `Línea ${number(line)}: unas comillas no están cerradas.`,
  quote_single: ({ line }) => `Línea ${number(line)}: las comillas dentro de una celda deben duplicarse.`,
  row_too_wide: ({ row, cells, width }) =>
    `La fila ${number(row)} tiene ${number(cells)} celdas, pero solo hay ${number(width)} columnas. Pon entre comillas los textos que contengan el separador.`,
  column_twice: ({ column }) => `Dos columnas se llaman «${column}». Cambia el nombre de una en el archivo.`,
  column_absent: ({ column, closest }) => `La tabla no tiene la columna «${column}».${meant(closest)}`,
  kind_unknown: () => 'Las columnas no indican qué contiene la tabla. Elígelo arriba.',
  attribute_unknown: ({ column }) => `«${column}» no se puede importar como este campo.`,
  attribute_twice: () => 'Dos columnas tienen el mismo campo. Elige cada campo una sola vez.',
  id_missing: () =>
    'Ninguna columna da nombre a las filas. Elige una columna para el título de una charla, el correo de una persona o el nombre de un patrocinador.',
  cell_zone_missing: ({ row, column }) =>
    `Fila ${number(row)}, columna «${column}»: la hora no tiene zona horaria.`,
  cell_empty: ({ column }) => `«${column}» está vacía. Rellénala.`,
  cell_not_boolean: ({ column }) => `«${column}» debe ser sí o no.`,
  cell_not_integer: ({ column }) => `«${column}» debe ser un número entero.`,
  cell_not_time: ({ column }) =>
    `«${column}» no es una fecha ni una hora. Escribe, por ejemplo, 20/05/2027 9:30.`,
  cell_date_ambiguous: ({ column }) =>
    `«${column}» tiene una fecha que se puede leer de dos formas. Elige el orden del día y el mes junto a las columnas.`,
  cell_time_skipped: ({ column, zone }) =>
    `«${column}» es una hora que no existe en ${zone}, porque entonces se adelantan los relojes.`,
  cell_link: ({ column }) => `«${column}» tiene un enlace que no es una URL https pública.`,
  cell_entry_too_long: ({ column, max }) =>
    `«${column}» tiene una entrada de más de ${number(max)} caracteres. Acórtala.`,
  cell_names_ambiguous: ({ column }) =>
    `«${column}» puede contener una o varias personas. Separa las personas con punto y coma.`,
  cell_entries: ({ column, entries, people }) =>
    `«${column}» tiene ${plural(entries, { one: '# entrada', other: '# entradas' })} para ${plural(people, { one: '# persona', other: '# personas' })}. Separa las entradas con punto y coma, una por persona.`,
  id_twice: () => 'Otra entrada tiene el mismo ID o título. Cambia una de las dos.',
  row_id_twice: () => 'Otra fila tiene el mismo ID o nombre. Cambia una de las dos.',
  email_twice: ({ row }) => `La fila ${number(row)} tiene el mismo correo.`,
  id_unusable: ({ max }) =>
    `El ID está vacío, tiene más de ${number(max)} caracteres o contiene caracteres de control.`,
  title_missing: () => 'Falta el título. Añádelo.',
  text_too_long: ({ length, max, ...text }) =>
    `${fieldOf(text)} tiene ${number(length)} caracteres, pero el máximo es ${number(max)}. Acórtalo o elige «Acortar los textos largos» más abajo.`,
  name_missing: ({ email }) =>
    email === ''
      ? 'Un ponente no tiene nombre. Añádelo.'
      : `${email} no tiene nombre. Añádelo, por ejemplo «Ada Lindqvist <${email}>».`,
  email_missing: ({ name }) =>
    `${name} no tiene correo. Añádelo o elige «Crear direcciones para personas sin correo» más abajo.`,
  time_missing: () => 'Todavía no hay hora de inicio. Añádela.',
  time_invalid: () => 'El inicio no es una fecha con hora.',
  duration_invalid: () => 'La duración debe estar en minutos o en horas y minutos, por ejemplo 0:45.',
  duration_missing: () => 'No hay duración ni fin. Añade uno de los dos.',
  type_missing: () =>
    'La fila no indica si es un ponente o un asistente. Añade una columna o elígelo junto a las columnas.',
  columns_ignored: ({ columns }) => `Columnas que no se importan: ${list(columns)}.`,
  undecided_sessions: ({ count }) =>
    plural(count, {
      one: 'Se omite # sesión, porque no está aceptada.',
      other: 'Se omiten # sesiones, porque no están aceptadas.',
    }),
  zone_mismatch: ({ zone }) =>
    `La zona horaria del archivo (${zone}) no coincide con sus horas. Las charlas toman la zona horaria de la plataforma.`,
  other: () => 'El archivo no se puede leer con estas opciones.',
}
