// The tables of platforms as the program uses them. The migrations create them.

import { instant, jsonWithDefaults, text } from '../../kernel/store/sql/columns.ts'
import { defineTable, type RowOf } from '../../kernel/store/sql/table.ts'
import { defaultSettings } from './default-settings-schema.ts'
import type { PlatformSettings } from './schema.ts'

export const platforms = defineTable('platforms', {
  id: text(),
  slug: text(),
  name: text(),
  settings: jsonWithDefaults<PlatformSettings>(defaultSettings),
  createdAt: instant(),
  updatedAt: instant(),
})
export type PlatformRow = RowOf<typeof platforms>

declare module '../../kernel/store/sql/database.ts' {
  interface Tables {
    platforms: StoredRowOf<typeof platforms>
    platform_hosts: { host: string; platform_id: string }
    tags: { platform_id: string; name: string }
  }
}
