// `lectern user reset-link|clear-two-factor`: helps people who are locked out, while the server runs.
import type { Command } from 'commander'
import type { Installation } from '../app/context.ts'
import { readConfig } from '../config.ts'
import { makeResetLink, resetUrl } from '../features/access/links/reset-links.ts'
import { clearTwoFactor } from '../features/access/two-factor/two-factor.ts'
import { readUser } from '../features/people/read-users.ts'
import type { Caller } from '../kernel/changes/services.ts'
import { isEmail } from '../kernel/lib/text/email.ts'
import { formatInstant } from '../kernel/lib/time/instants.ts'
import { callerFor, print, withInstallation } from './session.ts'

type Flags = { email: string; platform: string; json: boolean }

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage the accounts of a platform')
  const command = (name: string, description: string) =>
    user
      .command(name)
      .description(description)
      .requiredOption('--email <email>', 'e-mail of the account')
      .option('--platform <slug>', 'slug of the platform', 'default')
      .option('--json', 'print one JSON line', false)

  command(
    'reset-link',
    'create a link to set a new password; it is shown once and works once within 24 hours',
  )
    .option('--url <origin>', 'public URL of the service (default: LECTERN_PUBLIC_URL, or localhost)')
    .action(resetLink)
  command('clear-two-factor', 'turn off two-factor authentication when the authenticator app is lost')
    // The name in release 0.1.0, kept for scripts.
    .alias('clear-second-factor')
    .action(clear)
}

async function resetLink({ email, platform, json, url }: Flags & { url?: string }): Promise<void> {
  const origin = originOf(url)
  await withInstallation(async (installation) => {
    const caller = await callerFor(installation, platform)
    const id = await idOf(installation, caller, email)
    const link = await makeResetLink(installation, caller, { userId: id })
    const resetLinkUrl = resetUrl(origin, link)
    const expiresAt = formatInstant(link.expiresAt)
    print(json, { id, url: resetLinkUrl, expiresAt }, [
      `Use this link to set a new password. It works once and expires at ${expiresAt}. It is shown only now.`,
      resetLinkUrl,
    ])
  })
}

async function clear({ email, platform, json }: Flags): Promise<void> {
  await withInstallation(async (installation) => {
    const caller = await callerFor(installation, platform)
    const id = await idOf(installation, caller, email)
    await clearTwoFactor(installation, caller, { userId: id })
    print(json, { id, hasSecondFactor: false }, [
      `Two-factor authentication is off for ${email}. The password is enough to sign in.`,
    ])
  })
}

async function idOf(installation: Installation, caller: Caller, email: string): Promise<string> {
  if (!isEmail(email)) throw new RangeError('--email must be an e-mail address.')
  return (await readUser(installation, caller, email)).id
}

function originOf(given: string | undefined): string {
  const { config } = readConfig(process.env)
  if (given === undefined && config.publicUrl === undefined && config.port === 0)
    throw new RangeError('LECTERN_PORT=0 selects a free port. Give the URL of the service with --url.')
  const origin = given ?? config.publicUrl ?? `https://localhost:${config.port}`
  const url = URL.parse(origin)
  if (url?.protocol !== 'https:') throw new RangeError('--url must be an https URL.')
  return url.origin
}
