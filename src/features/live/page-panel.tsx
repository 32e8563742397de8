// The live panel beside the video of a talk: one section for each feature that is on.

import { pageHooks } from '../../kernel/changes/features.ts'
import { MINUTE_MS } from '../../kernel/lib/time/units.ts'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { hasStage } from '../talks/talk-states.ts'
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
  const sections = parts
    .flatMap(({ sections = [] }) => sections.filter((section) => section.isOn(panel)))
    .sort((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false))
  const opensAt = opensAtOf(context)
  return (
    <section
      id="live"
      class="live-panel"
      hidden={context.readAt < opensAt}
      data-opens={opensAt}
      aria-label={texts.label}
      data-talk={context.talk.id}
      data-audience={audience}
      data-close={texts.close}
      {...(isSignedIn ? { 'data-signed-in': true } : {})}
      {...(isSignedIn && !mayWrite ? { 'data-waiting': true } : {})}
    >
      {isClosed(context) ? <Opener sections={sections} /> : null}
      {parts.map(({ Bar }) => (Bar ? <Bar panel={panel} /> : null))}
      <Tabs sections={sections} panel={panel} />
      {sections.map(({ Section }) => (
        <Section panel={panel} csrf={csrf} />
      ))}
      <p class="live-refresh quiet" data-without-script>
        <a href={`/talks/${context.talk.id}#live`}>{texts.refresh}</a>
      </p>
      <p class="live-status quiet" role="status" data-lost={texts.connectionLost} hidden></p>
      <p
        class="visually-hidden"
        role="status"
        data-announcer
        data-message={texts.newMessages}
        data-question={texts.newQuestions}
      ></p>
    </section>
  )
}

/** When the panel appears, in epoch milliseconds. The script shows it on pages that are open by then. */
const opensAtOf = ({ talk, platform }: Panel['context']): number =>
  talk.available ? 0 : talk.startAt - platform.settings.panelMinutes * MINUTE_MS

/** On site, people are in the room, and after a talk that nobody wrote in, there is nothing to read. */
const isClosed = ({ talk, live, readAt }: Panel['context']): boolean =>
  !hasStage(talk) || (talk.endAt <= readAt && live.lastSeq === 0)

/** The style sheet hides the rest of the panel until somebody opens this. */
function Opener({ sections }: { sections: readonly PanelSection[] }) {
  const messages = useMessages()
  const [first, ...others] = sections
  if (!first) return null
  return (
    <details class="live-opener">
      <summary>
        {others.length > 0 ? messages.live.opener : first.heading(messages)}
        <Icon name="chevron-down" />
      </summary>
    </details>
  )
}

/**
 * Used only by scripts, which show one section at a time. The tabs are part of the page from the start, so that nothing
 * moves.
 */
function Tabs({ sections, panel }: { sections: readonly PanelSection[]; panel: Panel }) {
  if (sections.length < 2) return null
  return (
    <div class="live-tabs" role="tablist">
      {sections.map((section, index) => (
        <Tab section={section} isSelected={index === 0} news={section.newsOf?.(panel) ?? 0} />
      ))}
    </div>
  )
}

type TabProps = { section: PanelSection; isSelected: boolean; news: number }

function Tab({ section: { id, heading }, isSelected, news }: TabProps) {
  const messages = useMessages()
  const text = heading(messages)
  const label = `${text}, ${messages.live.news}`
  const isMarked = news > 0 && !isSelected
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab`}
      aria-controls={id}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      data-section={id}
      {...(isMarked ? { 'aria-label': `${label} ${news}` } : {})}
    >
      {text}
      <span class="tab-new" data-label={label} hidden={!isMarked}>
        {isMarked ? news : null}
      </span>
    </button>
  )
}
