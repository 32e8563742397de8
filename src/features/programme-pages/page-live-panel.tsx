// The live panel beside the video of a talk: one section for each feature that is on.

import { useMessages } from '../../kit/messages/use-messages.tsx'
import { ChatSection } from '../chat/page-section.tsx'
import type { LivePanel as Panel } from '../live/panel.ts'
import { QuestionsSection } from '../questions/page-section.tsx'
import { SurveySection } from '../surveys/page-section.tsx'
import { ViewersBar } from '../viewers/page-bar.tsx'

export type LivePanelProps = {
  panel: Panel
  /** '' for visitors without an account, and for pages that already have a token. */
  csrf: string
}

/** The element that `live.js` keeps up to date. */
export function LivePanel({ panel, csrf }: LivePanelProps) {
  const { live: texts } = useMessages()
  const { context, audience, isSignedIn, mayWrite, chat, questions, surveys, viewers } = panel
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
      {viewers ? <ViewersBar viewers={viewers} talk={context.talk} /> : null}
      <Tabs panel={panel} />
      {chat ? <ChatSection panel={panel} chat={chat} csrf={csrf} /> : null}
      {questions ? <QuestionsSection panel={panel} list={questions} csrf={csrf} /> : null}
      {surveys ? <SurveySection panel={panel} surveys={surveys} csrf={csrf} /> : null}
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
function Tabs({ panel: { chat, questions, surveys } }: Pick<LivePanelProps, 'panel'>) {
  const messages = useMessages()
  const tabs = [
    ...(chat ? [['chat', messages.live.chat.heading]] : []),
    ...(questions ? [['questions', messages.questions.heading]] : []),
    ...(surveys ? [['surveys', messages.surveys.heading]] : []),
  ] as const
  if (tabs.length < 2) return null
  return (
    <div class="live-tabs" role="tablist">
      {tabs.map(([section, heading], index) => (
        <button
          type="button"
          role="tab"
          id={`${section}-tab`}
          aria-controls={section}
          aria-selected={index === 0}
          tabIndex={index === 0 ? 0 : -1}
          data-section={section}
        >
          {heading}
        </button>
      ))}
    </div>
  )
}
