// A talk with a long chat, and viewers who return to it after they have missed some of it.

import { postMessageOperation } from '../../src/features/chat/chat.ts'
import { executeAll, requireAllDone } from '../../src/kernel/changes/commands.ts'
import { command } from '../../src/kernel/store/changes/transaction.ts'
import { EventStream, followTalks } from './live.ts'
import { get } from './scenarios.ts'
import type { Site } from './sites.ts'

export type Talk = { site: Site; id: string }

/** Six times as long in HTML. */
export const LONG = '"'.repeat(500)

/** Writes numbered messages, in their order, and returns their texts. */
export async function chat({ site, id }: Talk, count: number, long = ''): Promise<string[]> {
  const { api, caller } = site.tenant
  const texts = Array.from({ length: count }, (_none, index) => `m${index}.${long}`.slice(0, 500))
  for (let start = 0; start < count; start += 50) {
    const commands = texts.slice(start, start + 50).map((text) =>
      command(postMessageOperation, {
        ...{ talk: { by: 'id', value: id }, author: { label: 'Bridge' }, text, replyTo: null },
      }),
    )
    const { outcomes } = await executeAll(api.installation, caller, commands)
    requireAllDone(outcomes)
  }
  return texts
}

/** The number of the last change. */
export const lastSeq = async ({ site, id }: Talk): Promise<number> =>
  (await get(site.tenant, `/talks/${id}/live`)).seq

/** The stream of a page or of an API key that continues after a number. */
export const formats = {
  HTML: ({ site, id }: Talk, after: number) => followTalks(site.tenant.api, `${id}:${after}`, site),
  JSON: async ({ site, id }: Talk, after: number) =>
    new EventStream(site.tenant.api.url, `/api/external/v1/live/stream?talks=${id}:${after}`, {
      headers: { authorization: `Bearer ${site.tenant.standard}` },
    }),
}
export const formatNames = Object.keys(formats) as (keyof typeof formats)[]

export const reaches = (number: number) => (stream: EventStream) =>
  Number(stream.position.split(':')[1] ?? 0) >= number
