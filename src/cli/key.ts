// `lectern key create|list|rotate|revoke`: manages API keys while the server runs.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { createApiKey, listKeys, revokeApiKey, rotateApiKey } from '../features/api-keys/api-keys.ts'
import { DEFAULT_GRACE_MINUTES, MAX_GRACE_MINUTES } from '../features/api-keys/limits.ts'
import type { KeyLevel } from '../kernel/lib/security/api-key-format.ts'
import { formatInstant, parseInstant } from '../kernel/lib/time/instants.ts'
import { callerFor, print, withInstallation } from './session.ts'

type Common = { platform: string; json: boolean }
type CreateFlags = Common & { level: KeyLevel; name: string; expires?: number; allow: string[] }
type RotateFlags = Common & { grace: number }

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('manage the API keys of a platform')
  const command = (name: string, description: string) =>
    key
      .command(name)
      .description(description)
      .option('--platform <slug>', 'slug of the platform', 'default')
      .option('--json', 'print one JSON line', false)

  command('create', 'create an API key; it is shown only once')
    .addOption(
      new Option('--level <level>', 'what the key may do')
        .choices(['standard', 'privileged'])
        .default('standard'),
    )
    .requiredOption('--name <name>', 'what the key is for')
    .option('--expires <time>', 'when the key expires, such as 2027-12-31T00:00:00Z', readInstant)
    .option(
      '--allow <range>',
      'IP address or CIDR range that may use the key (repeatable; default: all)',
      collect,
      [],
    )
    .action(create)
  command('list', 'list the keys').action(list)
  command('rotate', 'create a new secret for a key; the old one stays valid for a grace period')
    .argument('<id>')
    .option('--grace <minutes>', 'how long the old secret stays valid', readMinutes, DEFAULT_GRACE_MINUTES)
    .action(rotate)
  command('revoke', 'revoke a key immediately and permanently').argument('<id>').action(revoke)
}

async function create({ platform, json, level, name, expires, allow }: CreateFlags): Promise<void> {
  if (name.trim() === '' || [...name].length > 255)
    throw new RangeError('--name must have 1 to 255 characters.')
  await withInstallation(async (installation) => {
    const caller = await callerFor(installation, platform)
    const made = await createApiKey(installation, caller, {
      name,
      level,
      allowedAddresses: allow,
      expiresAt: expires ?? null,
    })
    print(json, { id: made.id, key: made.key, level, prefix: made.prefix }, [
      `Key ${made.id} (${level}). Copy it now; it is shown only once.`,
      made.key,
    ])
  })
}

async function list({ platform, json }: Common): Promise<void> {
  await withInstallation(async (installation) => {
    const keys = await listKeys(installation, await callerFor(installation, platform))
    const line = (key: (typeof keys)[number]) =>
      `${key.id}  ${key.prefix}…${key.last4}  ${key.revokedAt === null ? key.level : 'revoked'}  ${key.name}`
    print(json, keys.map(withInstants), keys.map(line))
  })
}

/** Times are in ISO 8601 and UTC, as everywhere outside the store. */
const withInstants = (key: Awaited<ReturnType<typeof listKeys>>[number]) => ({
  ...key,
  createdAt: formatInstant(key.createdAt),
  expiresAt: instantOf(key.expiresAt),
  previousExpiresAt: instantOf(key.previousExpiresAt),
  revokedAt: instantOf(key.revokedAt),
  lastUsedAt: instantOf(key.lastUsedAt),
  exposedAt: instantOf(key.exposedAt),
})

const instantOf = (ms: number | null) => (ms === null ? null : formatInstant(ms))

async function rotate(id: string, { platform, json, grace }: RotateFlags): Promise<void> {
  await withInstallation(async (installation) => {
    const caller = await callerFor(installation, platform)
    const { key, level, prefix } = await rotateApiKey(installation, caller, { id, graceMs: grace * 60_000 })
    print(json, { id, key, level, prefix }, [
      `Key ${id} has a new secret. Copy it now; it is shown only once. The old secret stays valid for ${grace} minutes.`,
      key,
    ])
  })
}

async function revoke(id: string, { platform, json }: Common): Promise<void> {
  await withInstallation(async (installation) => {
    await revokeApiKey(installation, await callerFor(installation, platform), id)
    print(json, { id, revoked: true }, [`Key ${id} was revoked.`])
  })
}

const collect = (value: string, list: string[]) => [...list, value]

function readInstant(text: string): number {
  const instant = parseInstant(text)
  if (instant === undefined) throw new InvalidArgumentError('Use a time such as 2027-12-31T00:00:00Z.')
  return instant
}

function readMinutes(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > MAX_GRACE_MINUTES)
    throw new InvalidArgumentError('Use a number of minutes, up to 10080 (one week).')
  return Number(text)
}
