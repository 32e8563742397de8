// Imports of files in the Back Office.
import { expect } from 'vitest'
import type { Page, Visitor } from './visitors.ts'

export const IMPORT = '/backoffice/import'

export type File = { fileName?: string; bytes: Uint8Array }

type Uploading = { staff: Visitor }

export const uploadFile = ({ staff }: Uploading, { fileName = 'Programm.csv', bytes }: File) =>
  staff.upload(IMPORT, {}, [{ field: 'file', name: fileName, bytes: Buffer.from(bytes) }])

/** The fields of the form of columns, as they are suggested. */
export function columnsOf({ text }: Page): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g))
    if (name !== '_csrf') fields[name] = value
  for (const [, name = '', options = ''] of text.matchAll(/<select name="(column-\d+)".*?>(.*?)<\/select>/gs))
    fields[name] = /<option value="([^"]*)" selected/.exec(options)?.[1] ?? ''
  return fields
}

/** Uploads a table, accepts the suggested columns, and returns its path and preview. */
export async function previewFile(office: Uploading, file: File, choices: Record<string, string> = {}) {
  const { staff } = office
  const sent = await uploadFile(office, file)
  expect(sent.status, sent.text).toBe(303)
  const path = sent.headers.location ?? ''
  const columns = await staff.open(path)
  if (!columns.path.endsWith('/columns')) return { path, columns, page: columns }
  const chosen = await staff.post(`${path}/columns`, { ...columnsOf(columns), leaveOut: 'on', ...choices })
  expect(chosen.status, chosen.text).toBe(303)
  return { path, columns, page: await staff.open(path === '' ? path : `${path}/preview`) }
}

/** The numbers above a preview or outcome: `{ New: 40 }`. */
export const figures = ({ text }: Page): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/<strong>([\d,]+)<\/strong><span>([^<]+)<\/span>/g)].map(([, count, label]) => [
      label,
      Number(count?.replaceAll(',', '')),
    ]),
  )

/** Applies the import of a file, and returns the page of its outcome. */
export async function importFile(office: Uploading, file: File, choices: Record<string, string> = {}) {
  const { path, page } = await previewFile(office, file, choices)
  const applied = await office.staff.post(`${path}/apply`)
  expect(applied.status, page.text).toBe(303)
  return office.staff.get(path)
}
