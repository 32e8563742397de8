// The addresses of the rooms of embedded talks, by the provider that a platform has chosen.
import { urlFromTemplate } from '../../kernel/lib/web/urls.ts'
import type { PlatformSettings } from './schema.ts'

export type RoomSettings = Pick<PlatformSettings, 'roomAddress' | 'rooms'>

const JAAS_ORIGIN = 'https://8x8.vc'

/** The room of a talk; undefined if the settings lead to no valid URL. */
export function roomUrl({ roomAddress, rooms: { provider, appId } }: RoomSettings, talkId: string) {
  if (provider !== 'jaas') return urlFromTemplate(roomAddress, talkId)
  if (appId === null) return undefined
  return urlFromTemplate(`${JAAS_ORIGIN}/${encodeURIComponent(appId)}/lectern-{id}`, talkId)
}

/** Whether embedded talks of a platform have rooms of another provider instead of the built-in ones. */
export const hasOutsideRooms = (settings: RoomSettings): boolean => roomUrl(settings, 'any') !== undefined
