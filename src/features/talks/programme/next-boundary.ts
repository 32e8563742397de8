// The next time that a platform's public site changes on its own, because a talk starts or ends.

import type { Services } from '../../../kernel/changes/services.ts'
import { nextBoundary } from './public-talks-store.ts'

/** The next start or end of a talk of the platform after `now` (both epoch milliseconds). */
export async function readNextBoundary(
  { store }: Pick<Services, 'store'>,
  platformId: string,
  now: number,
): Promise<number> {
  return (await store.read(nextBoundary({ platformId, now }))) ?? Number.POSITIVE_INFINITY
}
