// Talks that take a push, and their keys.
import { expect } from 'vitest'
import type { useApi } from './scenarios.ts'
import { createSite, cspDirective, type Site, signInAtSite } from './sites.ts'
import { waitUntil } from './until.ts'
import type { Visitor } from './visitors.ts'

export const codeWith = (id: string, html: string): string =>
  new RegExp(`<code id="${id}">([^<]+)</code>`).exec(html)?.[1] ?? ''

export type Stage = { site: Site; id: string; owner: Visitor; path: string }

/** A live talk of type rtmp without a video, and its owner. */
export async function createStage(server: ReturnType<typeof useApi>, talk: object = {}): Promise<Stage> {
  const site = await createSite(server)
  const id = await site.talk('Pushed', { type: 'rtmp', duration: 60, ...talk })
  const owner = await signInAtSite(site, 'owner')
  return { site, id, owner, path: `/backoffice/talks/${id}/stream` }
}

/** Creates or renews the key. */
export const renewKey = async ({ owner, path }: Pick<Stage, 'owner' | 'path'>): Promise<string> =>
  codeWith('stream-key', (await owner.submit(path)).text)

/** Creates or renews the key. The server's address has the port once it is open. */
export async function renew(stage: Pick<Stage, 'owner' | 'path'>): Promise<{ key: string; server: string }> {
  const key = await renewKey(stage)
  const page = await waitUntil(
    () => stage.owner.get(stage.path),
    ({ text }) => !text.includes(':0/live<'),
  )
  return { key, server: codeWith('stream-server', page.text) }
}

/** The address of the playlist, which only the player has. */
export async function playlistOf({ site, id }: Stage): Promise<string> {
  const player = await site.open(`/talks/${id}/player`)
  expect(cspDirective(player, 'media-src')).toBe("'self' blob:")
  const [, url = ''] = /<video[^>]* src="([^"]+)"/.exec(player.text) ?? []
  return new URL(url).pathname
}

export const hasSegments = ({ text }: { text: string }): boolean => text.includes('.m4s')
