// What is wrong with a file that is imported, with a row of it, or with a cell, and what to do about it.
import type { Messages } from '../../messages.ts'
import { list, number, plural } from '../formats.ts'

const fields: Record<string, string> = {
  title: 'Der Titel',
  description: 'Die Beschreibung',
  details: 'Der Text „Details“',
  room: 'Der Raum',
  track: 'Der Track',
  biography: 'Die Biografie',
  firstName: 'Der Vorname',
  lastName: 'Der Nachname',
  job: 'Der Beruf',
  company: 'Das Unternehmen',
}
const fieldOf = ({ text, person }: { text: string; person: string | undefined }) =>
  person === undefined ? fields[text] : `${fields[text]} von ${person}`
const meant = (closest: string | undefined) => (closest === undefined ? '' : ` Meinten Sie „${closest}“?`)

export const importProblems: Messages['office']['importProblems'] = {
  not_json: () => 'Die Datei ist kein gültiges JSON. Exportieren Sie sie erneut.',
  not_json_export: () => 'Die Datei ist XML oder HTML. Verwenden Sie stattdessen den JSON-Export.',
  unknown_json: () =>
    'Diese JSON-Datei ist kein Programm. Verwenden Sie den Zeitplan-Export von pretalx oder frab oder „All data“ eines Sessionize-Endpunkts.',
  unexpected_json: ({ detail }) =>
    `Die Datei entspricht nicht ihrem Format: ${detail}. Exportieren Sie sie erneut.`,
  encoding_mismatch: ({ encoding }) =>
    `Die Datei ist nicht in ${encoding}. Speichern Sie sie in Ihrer Tabellenkalkulation als „CSV UTF-8“ oder als Excel-Arbeitsmappe (.xlsx).`,
  xlsx_invalid: () =>
    'Die Arbeitsmappe ist beschädigt. Speichern Sie sie erneut als Excel-Arbeitsmappe (.xlsx) oder als CSV.',
  xlsx_too_large: () =>
    'Die Arbeitsmappe ist zu groß. Löschen Sie Tabellenblätter und Zeilen, die nicht zum Programm gehören.',
  too_complex: () =>
    'Das Lesen der Datei dauert zu lange oder braucht zu viel Speicher. Teilen Sie die Datei auf.',
  old_spreadsheet: () =>
    'Die Arbeitsmappe hat ein Passwort oder ein altes Format. Speichern Sie sie als Excel-Arbeitsmappe (.xlsx) ohne Passwort.',
  sheet_unknown: ({ sheet }) => `Die Arbeitsmappe hat kein Tabellenblatt „${sheet}“.`,
  zone_missing: ({ path }) => `${path} hat keine Zeitzone.`,
  table_empty: () =>
    'Die Tabelle ist leer. Sie braucht eine Zeile mit den Namen der Spalten und eine Zeile für jeden Vortrag.',
  quote_open: ({ line }) => `Zeile ${number(line)}: Ein Anführungszeichen ist nicht geschlossen.`,
  quote_single: ({ line }) =>
    `Zeile ${number(line)}: Ein Anführungszeichen innerhalb einer Zelle muss verdoppelt werden.`,
  row_too_wide: ({ row, cells, width }) =>
    `Zeile ${number(row)} hat ${number(cells)} Zellen, aber es gibt nur ${number(width)} Spalten. Setzen Sie Texte, die das Trennzeichen enthalten, in Anführungszeichen.`,
  column_twice: ({ column }) => `Zwei Spalten heißen „${column}“. Benennen Sie eine davon in der Datei um.`,
  column_absent: ({ column, closest }) => `Die Tabelle hat keine Spalte „${column}“.${meant(closest)}`,
  kind_unknown: () => 'Die Spalten zeigen nicht, was die Tabelle enthält. Wählen Sie es oben aus.',
  attribute_unknown: ({ column }) => `„${column}“ kann nicht als dieses Feld importiert werden.`,
  attribute_twice: () => 'Zwei Spalten haben dasselbe Feld. Wählen Sie jedes Feld nur einmal.',
  id_missing: () =>
    'Keine Spalte benennt die Zeilen. Wählen Sie eine Spalte für den Titel eines Vortrags, die E-Mail einer Person oder den Namen eines Sponsors.',
  cell_zone_missing: ({ row, column }) =>
    `Zeile ${number(row)}, Spalte „${column}“: Die Zeit hat keine Zeitzone.`,
  cell_empty: ({ column }) => `„${column}“ ist leer. Füllen Sie die Zelle aus.`,
  cell_not_boolean: ({ column }) => `„${column}“ muss Ja oder Nein sein.`,
  cell_not_integer: ({ column }) => `„${column}“ muss eine ganze Zahl sein.`,
  cell_not_time: ({ column }) =>
    `„${column}“ ist kein Datum und keine Uhrzeit. Schreiben Sie zum Beispiel 20.05.2027 9:30.`,
  cell_date_ambiguous: ({ column }) =>
    `„${column}“ enthält ein Datum, das sich auf zwei Arten lesen lässt. Wählen Sie bei den Spalten die Reihenfolge von Tag und Monat.`,
  cell_time_skipped: ({ column, zone }) =>
    `„${column}“ ist eine Zeit, die es in ${zone} nicht gibt, weil die Uhren dann vorgestellt werden.`,
  cell_link: ({ column }) => `„${column}“ enthält einen Link, der keine öffentliche https-URL ist.`,
  cell_entry_too_long: ({ column, max }) =>
    `„${column}“ enthält einen Eintrag mit mehr als ${number(max)} Zeichen. Kürzen Sie ihn.`,
  cell_names_ambiguous: ({ column }) =>
    `„${column}“ kann eine oder mehrere Personen enthalten. Trennen Sie Personen mit Semikolons.`,
  cell_entries: ({ column, entries, people }) =>
    `„${column}“ hat ${plural(entries, { one: '# Eintrag', other: '# Einträge' })} für ${plural(people, { one: '# Person', other: '# Personen' })}. Trennen Sie Einträge mit Semikolons, einen für jede Person.`,
  id_twice: () => 'Ein anderer Eintrag hat dieselbe ID oder denselben Titel. Ändern Sie einen davon.',
  row_id_twice: () => 'Eine andere Zeile hat dieselbe ID oder denselben Namen. Ändern Sie eine davon.',
  email_twice: ({ row }) => `Zeile ${number(row)} hat dieselbe E-Mail.`,
  id_unusable: ({ max }) => `Die ID ist leer, länger als ${number(max)} Zeichen oder enthält Steuerzeichen.`,
  title_missing: () => 'Der Titel fehlt. Tragen Sie ihn ein.',
  text_too_long: ({ length, max, ...text }) =>
    `${fieldOf(text)} hat ${number(length)} Zeichen, möglich sind höchstens ${number(max)}. Kürzen Sie den Text, oder wählen Sie unten „Lange Texte kürzen“.`,
  name_missing: ({ email }) =>
    email === ''
      ? 'Ein Speaker hat keinen Namen. Tragen Sie ihn ein.'
      : `${email} hat keinen Namen. Tragen Sie ihn ein, zum Beispiel als „Ada Lindqvist <${email}>“.`,
  email_missing: ({ name }) =>
    `${name} hat keine E-Mail. Tragen Sie sie ein, oder wählen Sie unten „Adressen für Personen ohne E-Mail erzeugen“.`,
  time_missing: () => 'Der Beginn steht noch nicht fest. Tragen Sie ihn ein.',
  time_invalid: () => 'Der Beginn ist kein Datum mit Uhrzeit.',
  duration_invalid: () =>
    'Die Dauer muss in Minuten oder als Stunden und Minuten angegeben sein, zum Beispiel 0:45.',
  duration_missing: () => 'Dauer und Ende fehlen. Tragen Sie eines von beiden ein.',
  type_missing: () =>
    'Die Zeile sagt nicht, ob dies ein Speaker oder ein Teilnehmer ist. Fügen Sie eine Spalte hinzu, oder wählen Sie es bei den Spalten aus.',
  columns_ignored: ({ columns }) => `Nicht importierte Spalten: ${list(columns)}.`,
  undecided_sessions: ({ count }) =>
    plural(count, {
      one: '# Session wird ausgelassen, weil sie nicht angenommen ist.',
      other: '# Sessions werden ausgelassen, weil sie nicht angenommen sind.',
    }),
  zone_mismatch: ({ zone }) =>
    `Die Zeitzone der Datei (${zone}) passt nicht zu ihren Zeiten. Die Vorträge erhalten die Zeitzone der Plattform.`,
  other: () => 'Die Datei kann mit diesen Angaben nicht gelesen werden.',
}
