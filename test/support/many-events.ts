// Many events, written directly into the store.
import { onTestFinished } from 'vitest'
import { newId } from '../../src/kernel/lib/data/ids.ts'
import { queryStore } from './process.ts'
import type { Tenant } from './scenarios.ts'

/**
 * Events of talks, one per millisecond. The last one is one millisecond old. They go when the test ends, because other
 * tests read whole tables of the same store.
 */
export async function insertEvents(
  { api, caller }: Pick<Tenant, 'api' | 'caller'>,
  count: number,
): Promise<void> {
  const last = api.clock.now() - 1
  // Tests of one worker share a store and the time.
  const suffix = newId().slice(-12)
  const [hex, numbers] =
    api.location.dialect === 'sqlite'
      ? [
          "printf('%012x', at)",
          `(with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1}) select n from numbers)`,
        ]
      : ["lpad(to_hex(at), 12, '0')", `generate_series(0, ${count - 1}) as numbers(n)`]
  await queryStore(
    api.location,
    `insert into events (id, platform_id, at, actor_kind, type, object_kind, object_id, version, changes)
     select substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-${suffix}', '${caller.platform.id}', at, 'system',
       'talk.updated', 'talk', '${suffix}', 1, '[]'
     from (select at, ${hex} as hex from (select ${last} - n as at from ${numbers}) as times) as given order by at`,
  )
  onTestFinished(async () => {
    await queryStore(
      api.location,
      `delete from events where platform_id = '${caller.platform.id}' and object_id = '${suffix}'`,
    )
  })
}
