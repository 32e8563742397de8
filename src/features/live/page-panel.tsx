// The live panel beside the video of a talk: one section for each feature that is on.

import { pageHooks } from '../../kernel/changes/features.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { PanelSection } from './page-panel-parts.ts'
import type { LivePanel as Panel } from './panel.ts'

export type LivePanelProps = {
  panel: Panel
  /** '' for visitors without an account, and for pages that already have a token. */
  csrf: string
}

/** The element that `live.js` keeps up to date. */
export function LivePanel({ panel, csrf }: LivePanelProps) {
  const { live: texts } = useMessages()
  const { context, audience, isSignedIn, mayWrite } = panel
  const parts = pageHooks.of('panel')
  const sections = parts.flatMap(({ section }) => (section?.isOn(panel) ? [section] : []))
  return (
    <section
      id="live"
      class="live-panel"
      aria-label={texts.label}
      data-talk={context.talk.id}
      data-audience={audience}
      data-close={texts.close}
      {...(isSignedIn ? { 'data-signed-in': true } : {})}
      {...(isSignedIn && !mayWrite ? { 'data-waiting': true } : {})}
    >
      {parts.map(({ Bar }) => (Bar ? <Bar panel={panel} /> : null))}
      <Tabs sections={sections} />
      {sections.map(({ Section }) => (
        <Section panel={panel} csrf={csrf} />
      ))}
      <p class="live-refresh quiet" data-without-script>
        <a href={`/talks/${context.talk.id}#live`}>{texts.refresh}</a>
      </p>
      <p class="live-status quiet" role="status" data-lost={texts.connectionLost} hidden></p>
      <p class="visually-hidden" role="status" data-announcer data-new={texts.newMessages}></p>
    </section>
  )
}

/**
 * Used only by scripts, which show one section at a time. The tabs are part of the page from the start, so that nothing
 * moves.
 */
function Tabs({ sections }: { sections: readonly PanelSection[] }) {
  const messages = useMessages()
  if (sections.length < 2) return null
  return (
    <div class="live-tabs" role="tablist">
      {sections.map(({ id, heading }, index) => (
        <button
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-controls={id}
          aria-selected={index === 0}
          tabIndex={index === 0 ? 0 : -1}
          data-section={id}
        >
          {heading(messages)}
        </button>
      ))}
    </div>
  )
}
