// The names of the levels of sponsors.

import type { Messages } from '../../kit/messages/messages.ts'
import type { PlatformSettings } from '../platforms/schema.ts'

/** A name for each level, the highest first: that of the platform, or that of the language. */
export const levelNames = (
  { names }: Messages,
  { sponsorLevels }: Pick<PlatformSettings, 'sponsorLevels'>,
): string[] => names.sponsorLevels.map((name, index) => sponsorLevels[index]?.trim() || name)
