// `lectern platform create|list`: manages the platforms of the installation.
import type { Command } from 'commander'
import { createPlatform, listAllPlatforms } from '../domain/platforms/platforms.ts'
import { print, withInstallation } from './session.ts'

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export function addPlatformCommands(program: Command): void {
  const platform = program
    .command('platform')
    .description('manage the platforms (tenants) of this installation')

  platform
    .command('create')
    .description('create a platform')
    .requiredOption('--slug <slug>', 'short name: lowercase letters, digits, and hyphens')
    .requiredOption('--name <name>', 'display name')
    .option('--json', 'print one JSON line', false)
    .action(async ({ slug, name, json }: { slug: string; name: string; json: boolean }) => {
      if (!SLUG.test(slug))
        throw new RangeError('--slug must have 1 to 63 lowercase letters, digits, and hyphens.')
      if (name.trim() === '' || [...name].length > 255)
        throw new RangeError('--name must have 1 to 255 characters.')
      await withInstallation(async (installation) => {
        const { id } = await createPlatform(installation, { slug, name })
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
