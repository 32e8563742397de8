// Where the stream of a talk comes from: an encoder that pushes it to this server, or a source that this server pulls.
import type { Services } from '../../../kernel/changes/services.ts'
import { isRtmpUrl } from '../../../kernel/lib/web/urls.ts'
import { readPlatformByHost } from '../../platforms/platforms.ts'
import type { TalkRow } from '../../talks/tables.ts'
import { hostOf } from './rtmp/stream-address.ts'

/** Whether this server carries the stream of a talk: it has no address, or one of RTMP, which browsers do not play. */
export const takesStream = ({ kind, type, video }: Pick<TalkRow, 'kind' | 'type' | 'video'>): boolean =>
  kind === 'talk' && type === 'rtmp' && isCarried(video)

export const isCarried = (video: string | null): boolean => video === null || isRtmpUrl(video)

/** Whether the source of a talk is another server. At a host of the platform, an encoder pushes the stream. */
export async function isPulled(
  services: Services,
  { platformId, video }: Pick<TalkRow, 'platformId' | 'video'>,
): Promise<boolean> {
  return video !== null && (await readPlatformByHost(services, hostOf(video)))?.id !== platformId
}
