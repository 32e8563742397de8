// Sends a message to a group as its form does: the preview first, then what it shows.
import type { Visitor } from './visitors.ts'

const PATH = '/backoffice/messages/new'

/** The answer to `Send` or `Send test`, after the preview of the same fields. */
export async function sendPreviewed(
  staff: Visitor,
  fields: Record<string, string>,
  what: 'send' | 'test' = 'send',
) {
  const preview = await staff.post(PATH, { ...fields, do: 'preview' })
  const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(preview.text) ?? []
  return staff.post(PATH, { ...fields, seen, do: what })
}
