// Many events, written directly into the store.
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../../src/kernel/lib/data/ids.ts'
import { readRaw } from './raw-store.ts'
import type { Tenant } from './scenarios.ts'

/** Events of talks, one per millisecond. The last one is one millisecond old. */
export async function insertEvents(
  { api, caller }: Pick<Tenant, 'api' | 'caller'>,
  count: number,
): Promise<void> {
  const last = api.clock.now() - 1
  // Tests of one worker share a store and the time.
  const id = `substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7000-8000-${newId().slice(-12)}'`
  const text = (hex: string, numbers: string) =>
    `insert into events (id, platform_id, at, actor_kind, type, object_kind, object_id, version, changes)
     select ${id}, '${caller.platform.id}', at, 'system', 'talk.updated', 'talk', 'x', 1, '[]'
     from (select at, ${hex} as hex from (select ${last} - n as at from ${numbers}) as times) as given order by at`
  if (api.location.dialect === 'sqlite') {
    const db = new DatabaseSync(api.location.path, { timeout: 10_000 })
    const numbers = `(with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1}) select n from numbers)`
    db.exec(text("printf('%012x', at)", numbers))
    db.close()
    return
  }
  const numbers = `generate_series(0, ${count - 1}) as numbers(n)`
  await readRaw(api.installation.store, `test.insert_${newId()}`, {
    sqlite: '',
    postgres: text("lpad(to_hex(at), 12, '0')", numbers),
  })
}
