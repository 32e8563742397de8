// Reminders of starred talks: one mailing for all talks of a platform that start at the same time.

import { execute } from '../../kernel/changes/commands.ts'
import { type Services, systemCaller } from '../../kernel/changes/services.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { REMINDER_MS } from './limits.ts'
import { newMailing } from './mailings.ts'
import { insertReminder, startsWithoutReminder, type TalkStart } from './store.ts'

type Input = { starts: readonly (TalkStart & { origin: string })[] }

/** Creates the mailings, unless another process has already created them. */
export const remindOfTalksOperation: Operation<object, Input, null> = {
  name: 'remindOfTalks',
  load: () => ({}),
  decide: (_state, ctx, { starts }) => ({
    writes: starts.map(({ platformId, startAt, origin }) =>
      insertReminder(
        newMailing(ctx, { platformId, kind: 'talk_reminder', data: { origin }, startAt, expiresAt: startAt }),
      ),
    ),
    events: [],
    answer: null,
  }),
}

/** Queues the reminders of talks that start soon. */
export async function remindOfTalks(
  services: Pick<Services, 'store' | 'clock'>,
  /** The origin of the site of a platform; undefined if it is unknown. */
  originOf: (platformId: string) => Promise<string | undefined>,
): Promise<void> {
  const now = services.clock.now()
  const found = await services.store.read(startsWithoutReminder({ after: now, upTo: now + REMINDER_MS }))
  const starts: Input['starts'][number][] = []
  for (const start of found) {
    const origin = await originOf(start.platformId)
    if (origin !== undefined) starts.push({ ...start, origin })
  }
  if (starts.length > 0) await execute(services, systemCaller(), remindOfTalksOperation, { starts })
}
