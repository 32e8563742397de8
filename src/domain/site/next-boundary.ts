// When a platform's public site changes by itself, because a talk starts or ends.
import { nextBoundary } from '../../store/site/public-talks.ts'
import type { Services } from '../services.ts'

/** When the next talk of the platform starts or ends after `now` (both epoch milliseconds). */
export async function readNextBoundary(
  { store }: Pick<Services, 'store'>,
  platformId: string,
  now: number,
): Promise<number> {
  return (await store.read(nextBoundary({ platformId, now }))) ?? Number.POSITIVE_INFINITY
}
