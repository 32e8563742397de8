// All live content of a talk, for its page and for clients that start over.
import type { Services } from '../../kernel/changes/services.ts'
import { type Audience, audienceOf, isReadOnly, type LiveContext, type Recipient } from './items.ts'
import { liveParts, type OwnContent } from './parts.ts'

/** The content of each part, by its name. Parts add theirs. */
// biome-ignore lint/suspicious/noEmptyInterface: the declarations beside the parts extend it
export interface PanelContent {}

export type LivePanel = PanelContent & {
  context: LiveContext
  audience: Audience
  isSignedIn: boolean
  /** Whether the account of the reader may write. Visitors without an account are asked to sign in. */
  mayWrite: boolean
}

type Reading = Pick<Services, 'store' | 'clock'>
/** An audience, with or without an account, which may write or not. */
export type PanelReader = Pick<LivePanel, 'audience' | 'isSignedIn' | 'mayWrite'>

export const panelReader = (
  context: Pick<LiveContext, 'platform'>,
  recipient: Recipient,
  audience: Audience,
): PanelReader => ({
  audience,
  isSignedIn: recipient.user !== null,
  mayWrite: recipient.user !== null && !isReadOnly(context, recipient),
})

/** The panel of a talk as one person sees it; null if no feature is live or the recipient may not watch. */
export async function readLivePanel(
  services: Reading,
  context: LiveContext,
  recipient: Recipient,
): Promise<LivePanel | null> {
  const audience = audienceOf(context, recipient)
  const userId = recipient.user?.id ?? null
  return audience && readPanel(services, context, { ...panelReader(context, recipient, audience), userId })
}

/** The panel without what one person sees differently from others (`readOwnContent`); null if no feature is live. */
export const readSharedPanel = (
  services: Reading,
  context: LiveContext,
  reader: PanelReader,
): Promise<LivePanel | null> => readPanel(services, context, { ...reader, userId: null })

async function readPanel(
  services: Reading,
  context: LiveContext,
  { userId, ...reader }: PanelReader & { userId: string | null },
): Promise<LivePanel | null> {
  const { audience } = reader
  // Admins always see the viewers.
  if (context.features.length === 0 && audience !== 'admins') return null
  const readers = liveParts().flatMap(({ panel = {} }) => Object.entries(panel))
  const content: [string, unknown][] = []
  for (const [name, read] of readers)
    content.push([name, await read(services, context, { audience, userId })])
  return { ...Object.fromEntries(content), ...reader, context } as LivePanel
}

/** What one person sees differently from their audience in the live content of a talk. */
export async function readOwnContent(
  services: Pick<Services, 'store'>,
  context: LiveContext,
  reader: { audience: Audience; userId: string },
): Promise<OwnContent> {
  const own = await Promise.all(liveParts().map((part) => part.readOwn?.(services, context, reader)))
  return {
    items: own.flatMap((one) => one?.items ?? []),
    votedIds: own.flatMap((one) => one?.votedIds ?? []),
  }
}
