// Platforms (tenants): creating them, finding them, and changing their settings.

import { createdEvent, updatedEvent } from '../../kernel/changes/change-events.ts'
import { execute } from '../../kernel/changes/commands.ts'
import { Refusal } from '../../kernel/changes/errors.ts'
import { type Caller, type Services, systemCaller } from '../../kernel/changes/services.ts'
import { newId } from '../../kernel/lib/data/ids.ts'
import type { Operation } from '../../kernel/store/changes/operation.ts'
import { fileUseWrites, loadFiles } from '../files/file-uses.ts'
import type { FileRow } from '../files/tables.ts'
import { defaultSettings } from './default-settings-schema.ts'
import type { PlatformChange, PlatformCreate } from './schema.ts'
import {
  forgetGeneratedSecret,
  forgetSecretCheck,
  keepGeneratedSecret,
  keepSecretCheck,
  listPlatforms,
  platformByHost,
  platformById,
  platformBySlug,
  platformForChange,
  platformWrites,
} from './store.ts'
import type { PlatformRow } from './tables.ts'

/** A caller with all settings of the platform. */
export type PlatformCaller = Caller & { platform: Pick<PlatformRow, 'settings'> }

type CreateState = { existing: PlatformRow | undefined }
type CreateInput = PlatformCreate & { isExistingFine: boolean }

export const createPlatformOperation: Operation<CreateState, CreateInput, PlatformRow> = {
  name: 'createPlatform',
  load: (_ctx, { slug }) => ({ existing: platformBySlug({ slug }) }),
  decide({ existing }, ctx, { slug, name, timezone, isExistingFine }) {
    if (existing && isExistingFine) return { writes: [], events: [], answer: existing }
    if (existing) throw slugTaken()
    const platform: PlatformRow = {
      id: ctx.platformId,
      slug,
      name,
      settings: timezone === undefined ? defaultSettings : { ...defaultSettings, timezone },
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    return {
      writes: [platformWrites.insert(platform)],
      events: [createdEvent('platform', { id: platform.id, version: 1 }, platformHistory(platform))],
      answer: platform,
    }
  },
}

const slugTaken = () =>
  new Refusal('invalid_data', {
    message: 'A platform with this slug already exists.',
    errors: [{ pointer: '/slug', code: 'taken', message: 'is already used by another platform' }],
  })

/** The values of a platform that events record. */
export const platformHistory = ({ slug, name, settings }: PlatformRow) => ({ slug, name, ...settings })

/** Creates a platform with the default settings. Throws `invalid_data` at /slug for a slug that is taken. */
export const createPlatform = (services: Services, input: PlatformCreate) =>
  execute(services, systemCaller({ id: newId() }), createPlatformOperation, {
    ...input,
    isExistingFine: false,
  })

/** The platform with this slug. It is created if it does not exist. */
export const ensurePlatform = (services: Services, input: PlatformCreate) =>
  execute(services, systemCaller({ id: newId() }), createPlatformOperation, {
    ...input,
    isExistingFine: true,
  })

type SettingsState = { platform: PlatformRow | undefined; files?: FileRow[] }
type SettingsInput = { change: PlatformChange }

export const changeSettingsOperation: Operation<SettingsState, SettingsInput, PlatformRow> = {
  name: 'changeSettings',
  load: ({ platformId }, { change }) => ({
    platform: platformForChange({ id: platformId }),
    ...loadFiles(platformId, [change.banner, change.logo, change.icon]),
  }),
  decide({ platform, files }, ctx, { change: { name, ...settings } }) {
    if (!platform) throw new Refusal('not_found', { message: 'This platform does not exist.' })
    const next = {
      ...platform,
      name: name ?? platform.name,
      settings: { ...platform.settings, ...settings },
      updatedAt: ctx.now,
    }
    const version = { id: platform.id, version: ctx.now }
    const event = updatedEvent('platform', version, platformHistory(platform), platformHistory(next))
    if (!event) return { writes: [], events: [], answer: next }
    const uses = { before: fileUses(platform), after: fileUses(next), now: ctx.now }
    return {
      writes: [platformWrites.replace(next), ...fileUseWrites(files, uses)],
      events: [event],
      answer: next,
    }
  },
}

const fileUses = ({ settings: { banner, logo, icon } }: PlatformRow) => ({
  '/banner': banner,
  '/logo': logo,
  '/icon': icon,
})

/** Changes the name or some settings of the caller's platform. The values must match `PlatformChange`. */
export const changeSettings = (services: Services, caller: Caller, change: PlatformChange) =>
  execute(services, caller, changeSettingsOperation, { change })

export const findPlatform = ({ store }: Services, slug: string) => store.read(platformBySlug({ slug }))
export const readPlatform = ({ store }: Pick<Services, 'store'>, id: string) =>
  store.read(platformById({ id }))
export const listAllPlatforms = ({ store }: Services) => store.read(listPlatforms({}))

type KeptSecret = { generated: string | undefined; check: string; replaces: boolean }

export const saveSecretOperation: Operation<object, KeptSecret, null> = {
  name: 'saveSecret',
  load: () => ({}),
  decide: (_state, _ctx, { generated, check, replaces }) => ({
    writes: [
      ...(replaces ? [forgetGeneratedSecret({}), forgetSecretCheck({})] : []),
      ...(generated === undefined ? [] : [keepGeneratedSecret({ secret: generated })]),
      keepSecretCheck({ encrypted: check }),
    ],
    events: [],
    answer: null,
  }),
}

export const readPlatformByHost = ({ store }: Services, host: string) => store.read(platformByHost({ host }))
