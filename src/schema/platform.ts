// Platforms (tenants) and their settings, with the defaults of a new one.
import Type, { type Static } from 'typebox'
import { httpsUrl, name, nullable, timezone } from './common.ts'

export const PlatformSettings = Type.Object({
  timezone: timezone(),
  banner: nullable(httpsUrl()),
  requestsPerMinute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  password: Type.Object({
    minLength: Type.Integer({ minimum: 8, maximum: 128 }),
    digits: Type.Boolean(),
    symbols: Type.Boolean(),
  }),
})
export type PlatformSettings = Static<typeof PlatformSettings>

export const defaultSettings: PlatformSettings = {
  timezone: 'UTC',
  banner: null,
  requestsPerMinute: 100,
  password: { minLength: 8, digits: false, symbols: false },
}

export const PlatformCreate = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$' }),
    name: name(255),
  },
  { additionalProperties: false },
)
export type PlatformCreate = Static<typeof PlatformCreate>
