// The URL of the video room of an embedded talk, built from the platform's template.
import type { PlatformSettings } from '../../schema/platforms/platforms.ts'

// Other characters that the URL parser accepts in a host could end a directive of the page's CSP.
const HOST = /^[a-z0-9._:[\]-]+$/

/** The template with `{id}` replaced by the talk's id; undefined if the result is not an https URL. */
export function roomUrl(address: string | null, talkId: string): string | undefined {
  if (address === null) return undefined
  const url = URL.parse(address.replaceAll('{id}', talkId))
  return url?.protocol === 'https:' && HOST.test(url.host) ? url.href : undefined
}

/** Whether embedded talks of a platform have rooms. */
export const hasRooms = ({ roomAddress }: Pick<PlatformSettings, 'roomAddress'>): boolean =>
  roomUrl(roomAddress, 'any') !== undefined
