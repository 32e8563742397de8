// `lectern platform create|list`: manages the platforms of the installation.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { createPlatform, listAllPlatforms } from '../features/platforms/platforms.ts'
import { isTimeZone } from '../kernel/lib/time/instants.ts'
import { print, withInstallation } from './session.ts'

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

type Creation = { slug: string; name: string; timezone?: string; json: boolean }

export function addPlatformCommands(program: Command): void {
  const platform = program
    .command('platform')
    .description('manage the platforms (tenants) of this installation')

  platform
    .command('create')
    .description('create a platform')
    .requiredOption('--slug <slug>', 'short name: lowercase letters, digits, and hyphens')
    .requiredOption('--name <name>', 'display name')
    .addOption(
      new Option(
        '--timezone <name>',
        'time zone of the event, such as Europe/Paris (default: UTC)',
      ).argParser(readTimeZone),
    )
    .option('--json', 'print one JSON line', false)
    .action(async ({ slug, name, timezone, json }: Creation) => {
      if (!SLUG.test(slug))
        throw new RangeError('--slug must have 1 to 63 lowercase letters, digits, and hyphens.')
      if (name.trim() === '' || [...name].length > 255)
        throw new RangeError('--name must have 1 to 255 characters.')
      await withInstallation(async (installation) => {
        const { id } = await createPlatform(installation, { slug, name, ...(timezone ? { timezone } : {}) })
        print(json, { id, slug }, [`Created platform ${slug} (${id}).`])
      })
    })

  platform
    .command('list')
    .description('list the platforms')
    .option('--json', 'print one JSON line', false)
    .action(async ({ json }: { json: boolean }) => {
      await withInstallation(async (installation) => {
        const platforms = (await listAllPlatforms(installation)).map(({ id, slug, name }) => ({
          id,
          slug,
          name,
        }))
        print(
          json,
          platforms,
          platforms.map(({ id, slug, name }) => `${id}  ${slug}  ${name}`),
        )
      })
    })
}

function readTimeZone(text: string): string {
  if (!isTimeZone(text)) throw new InvalidArgumentError('Use an IANA time zone such as Europe/Paris.')
  return text
}
