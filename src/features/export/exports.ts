// Everything on a platform, in the kinds that features declare.
import type { ExportedKinds } from '../../kernel/changes/exports.ts'
import { hooks } from '../../kernel/changes/features.ts'

/** Features that are off hide nothing here, because content from when they were on is part of the export. */
export const exportedKinds = (): ExportedKinds => Object.assign({}, ...hooks.of('exports'))
