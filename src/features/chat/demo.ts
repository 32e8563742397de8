// The chat of the live talk of the demo.
import { execute } from '../../kernel/changes/commands.ts'
import type { DemoTalk } from '../live/demo-talk.ts'
import { changeLiveOperation } from '../live/settings.ts'
import { postMessageOperation, reactOperation } from './chat.ts'
import { latestMessages } from './store.ts'

type Line = {
  from: string
  text: string
  /** The index of the message that it replies to. */
  replyTo?: number
  /** People who react, by emoji. */
  reactions?: Partial<Record<string, readonly Line['from'][]>>
  isPinned?: true
}

const chat: readonly Line[] = [
  { from: 'ottoline', text: 'Hello from a very quiet reading room in Larkhaven!' },
  { from: 'chukwudi', text: 'First conference. Is it normal to be this nervous as a listener?' },
  {
    from: 'lucia',
    text: 'Completely. It wears off at the second coffee.',
    replyTo: 1,
    reactions: { '😂': ['ottoline', 'valentina', 'ravi'], '👍': ['chukwudi'] },
  },
  {
    from: 'mateus',
    text: 'Slides and the checklist: https://handiwork.example.org/slides',
    isPinned: true,
    reactions: { '❤️': ['fatou', 'ottoline'] },
  },
  { from: 'valentina', text: 'The drawing of the handle is going straight onto my wall.' },
  { from: 'ravi', text: '@ottoline are you coming to the repair corner later?' },
  { from: 'ottoline', text: 'Of course. I am told there will be biscuits.', replyTo: 5 },
  {
    from: 'fatou',
    text: 'Could somebody turn up the sound a little?',
    reactions: { '👍': ['lucia', 'ravi'] },
  },
]

export const chatDemo: DemoTalk = {
  feature: 'chat',
  async fill(services, caller, { id: talkId }, cast) {
    const earlier = await services.store.read(latestMessages({ talkId, before: 1_000_000, limit: 1 }))
    if (earlier.length > 0) return
    const talk = { by: 'id' as const, value: talkId }
    const ids: string[] = []
    for (const { from, text, replyTo, reactions = {}, isPinned } of chat) {
      const author = { user: await cast.personOf(from) }
      const answered = replyTo === undefined ? null : (ids[replyTo] ?? null)
      const { id } = await execute(services, caller, postMessageOperation, {
        ...{ talk, author, text, replyTo: answered },
      })
      ids.push(id)
      for (const [emoji, keys = []] of Object.entries(reactions))
        for (const key of keys) {
          const as = await cast.callerAs(key)
          await execute(services, as, reactOperation, { talk, messageId: id, emoji, isOn: true })
        }
      const change = { pinnedMessageId: id }
      if (isPinned) await execute(services, caller, changeLiveOperation, { talk, change })
    }
  },
}
