// Everything about the caller (GDPR, article 20), in the parts that features declare.
import { hooks } from '../../kernel/changes/features.ts'
import type { Caller, Services } from '../../kernel/changes/services.ts'
import { formatInstant } from '../../kernel/lib/time/instants.ts'
import type { UserRow } from '../people/tables.ts'

export async function exportOwnData(
  services: Services,
  caller: Caller & { user: UserRow },
): Promise<Record<string, unknown>> {
  const data = { exportedAt: formatInstant(services.clock.now()) }
  for (const part of hooks.of('personalData')) Object.assign(data, await part(services, caller))
  return data
}
