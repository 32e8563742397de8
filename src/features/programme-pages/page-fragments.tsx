// Fragments of live pages for streams: the same components as on the pages, rendered once per audience.
import type { VNode } from 'preact'
import type { Services } from '../../kernel/changes/services.ts'
import { type Language, languages } from '../../kernel/schema/languages.ts'
import { fragmentHtml } from '../../kit/pages/fragment.tsx'
import { ChatMessageItem } from '../chat/page-message.tsx'
import { ChatState } from '../chat/page-section.tsx'
import { viewOf } from '../live/items.ts'
import { readSharedPanel } from '../live/panel.ts'
import type { HtmlFormat } from '../live/streams/live-stream.ts'
import type { Renderer } from '../live/streams/renderers.ts'
import { QuestionItem } from '../questions/page-item.tsx'
import { SurveyResults } from '../surveys/page-results.tsx'
import { SurveyItem } from '../surveys/page-section.tsx'
import { StageMarks, StageNotes, TalkStage } from '../video/page-stage.tsx'
import { ViewersBar } from '../viewers/page-bar.tsx'
import { LivePanel } from './page-live-panel.tsx'

type Reading = Pick<Services, 'store' | 'clock'>

/** Renderers by format, which includes the language. */
export const fragmentRenderers = (services: Reading) =>
  Object.fromEntries(
    languages.map((language) => [`html-${language}`, fragmentRenderer(services, language)]),
  ) as Record<HtmlFormat, Renderer>

/** Renders the components of pages. `live.js` puts the token of its page into the forms. */
function fragmentRenderer(services: Reading, language: Language): Renderer {
  const toHtml = (fragment: VNode) => fragmentHtml(fragment, language)
  return {
    item: (item, audience, userId, context) => {
      const fragment = fragmentOf(item, audience, userId, context)
      return fragment && toHtml(fragment)
    },
    snapshot: async (context, reader) => {
      const panel = await readSharedPanel(services, context, reader)
      return panel === null ? null : toHtml(<LivePanel panel={panel} csrf="" />)
    },
    viewers: (viewers, { talk }) => ({ html: toHtml(<ViewersBar viewers={viewers} talk={talk} />) }),
    stage: (stage, { access, audience, now }) => {
      const isStaff = audience === 'admins'
      return [
        <StageMarks stage={stage} />,
        <TalkStage {...{ stage, access, now }} />,
        <StageNotes {...{ stage, isStaff }} />,
      ].map(toHtml)
    },
  }
}

type Item = Renderer['item']

function fragmentOf(...[item, audience, userId, context]: Parameters<Item>): VNode | null {
  switch (item.kind) {
    case 'message': {
      const message = viewOf(item, audience, userId)
      return message && <ChatMessageItem message={message} talkId={context.talk.id} />
    }
    case 'survey': {
      const shown = viewOf(item, audience, userId)
      return shown && <SurveyItem shown={shown} talkId={context.talk.id} csrf="" />
    }
    case 'survey_results': {
      const results = viewOf(item, audience, userId)
      return results && <SurveyResults results={results} />
    }
    case 'question': {
      const question = viewOf(item, audience, userId)
      return question && <QuestionItem {...{ question, audience }} talkId={context.talk.id} />
    }
    case 'talk':
      return <ChatState context={context} isModerator={audience !== 'public'} />
  }
}
