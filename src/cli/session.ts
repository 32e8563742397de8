// Shared by most commands: the installation, one of its platforms, and output as text or JSON.

import { type Installation, openInstallation } from '../app/context.ts'
import { readConfig } from '../config.ts'
import { findPlatform } from '../features/platforms/platforms.ts'
import { Refusal } from '../kernel/changes/errors.ts'
import { systemCaller } from '../kernel/changes/services.ts'

/** Opens the installation configured by the environment, and closes it after `work`. */
export async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const { config, secrets } = readConfig(process.env)
  await using installation = await openInstallation(config, secrets)
  return await work(installation)
}

/** The command line as a caller on the platform with this slug. */
export async function callerFor(installation: Installation, slug: string) {
  const platform = await findPlatform(installation, slug)
  if (!platform) throw new Refusal('not_found', { message: `No platform has the slug “${slug}”.` })
  return systemCaller(platform)
}

/** Prints one JSON line, or plain lines. */
export function print(isJson: boolean, data: unknown, lines: readonly string[]): void {
  process.stdout.write(isJson ? `${JSON.stringify(data)}\n` : `${lines.join('\n')}\n`)
}
