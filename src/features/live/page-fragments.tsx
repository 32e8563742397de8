// Fragments of live pages for streams: the same components as on the pages, rendered once per audience.
import type { VNode } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import type { Services } from '../../kernel/changes/services.ts'
import { type Language, languages } from '../../kernel/schema/languages.ts'
import { fragmentHtml } from '../../kit/pages/fragment.tsx'
import { type LiveItem, type LiveViews, viewOf } from './items.ts'
import { LivePanel } from './page-panel.tsx'
import type { ItemReader } from './page-panel-parts.ts'
import { readSharedPanel } from './panel.ts'
import type { HtmlFormat } from './streams/live-stream.ts'
import type { Renderer } from './streams/renderers.ts'

type Reading = Pick<Services, 'store' | 'clock'>

/** Renderers by format, which includes the language. */
export const fragmentRenderers = (services: Reading) =>
  Object.fromEntries(
    languages.map((language) => [`html-${language}`, fragmentRenderer(services, language)]),
  ) as Record<HtmlFormat, Renderer>

/** Renders the components of pages. `live.js` puts the token of its page into the forms. */
function fragmentRenderer(services: Reading, language: Language): Renderer {
  const toHtml = (fragment: VNode) => fragmentHtml(fragment, language)
  const renderer = {
    item: (item, audience, userId, context) => {
      const fragment = fragmentOf(item, userId, { audience, context })
      return fragment && toHtml(fragment)
    },
    snapshot: async (context, reader) => {
      const panel = await readSharedPanel(services, context, reader)
      return panel === null ? null : toHtml(<LivePanel panel={panel} csrf="" />)
    },
  } satisfies Pick<Renderer, 'item' | 'snapshot'>
  return Object.assign(renderer, ...pageHooks.of('panel').map((part) => part.renderers?.(toHtml)))
}

function fragmentOf<K extends keyof LiveViews>(
  item: LiveItem<K>,
  userId: string | null,
  reader: ItemReader,
): VNode | null {
  const view = viewOf(item, reader.audience, userId)
  const render = rendererOf<K>(item.kind)
  return view && (render?.(view, reader) ?? null)
}

const rendererOf = <K extends keyof LiveViews>(
  kind: K,
): ((view: LiveViews[K], reader: ItemReader) => VNode) | undefined =>
  pageHooks.of('panel').find(({ items }) => items?.[kind] !== undefined)?.items?.[kind]
