// The page on which moderators run the chat of a talk.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Field, Form } from '../../kit/components/form-fields.tsx'
import { displayName } from '../../kit/components/person.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { messagesOf, zoneOf } from '../../kit/pages/visit.ts'
import { type LiveContext, liveKey, type Recipient } from '../live/items.ts'
import { sendLivePage } from '../live/page-live.tsx'
import { chatModes } from '../live/schema.ts'
import { formatPosition } from '../live/streams/cursors.ts'
import { ChatMessageItem } from './page-message.tsx'
import type { ChatHistory } from './read-messages.ts'
import type { Author } from './store.ts'
import type { ChatMuteRow } from './tables.ts'

type ModerationProps = {
  context: LiveContext
  recipient: Recipient
  chat: ChatHistory
  mutes: (ChatMuteRow & { person: Author })[]
  isAdmin: boolean
}

export function sendModerationPage(request: FastifyRequest, reply: FastifyReply, props: ModerationProps) {
  const title = messagesOf(request).live.chat.moderation.title
  const zone = zoneOf(request.visit)
  const page = { title, talk: props.context.talk, scripts: ['live-fresh.js'] }
  return sendLivePage(request, reply, page, (csrf) => <Moderation {...props} csrf={csrf} zone={zone} />)
}

function Moderation({
  context,
  recipient,
  chat,
  mutes,
  isAdmin,
  csrf,
  zone,
}: ModerationProps & { csrf: string; zone: string }) {
  const { live, time } = useMessages()
  const texts = live.chat.moderation
  const { talk, platform } = context
  const path = `/talks/${talk.id}`
  const { isPaused } = platform.settings.chat
  return (
    <>
      <section
        aria-labelledby="review"
        data-fresh
        data-talk={talk.id}
        data-position={formatPosition({ seq: context.live.lastSeq, key: liveKey(context, recipient) })}
      >
        <h2 id="review">{texts.review}</h2>
        {chat.forReview.length === 0 ? <p class="quiet">{texts.noneToReview}</p> : null}
        <ul class="chat-log">
          {chat.forReview.map((message) => (
            <>
              <ChatMessageItem message={message} talkId={talk.id} />
              <li class="chat-review">
                <Form action={`${path}/messages/${message.id}/moderate`} csrf={csrf} class="inline-form">
                  <input type="hidden" name="back" value="moderation" />
                  <button type="submit" name="do" value="approve">
                    {live.chat.page.approve}
                  </button>
                  <button type="submit" name="do" value="remove">
                    {live.chat.page.remove}
                  </button>
                </Form>
              </li>
            </>
          ))}
        </ul>
      </section>
      <section aria-labelledby="chat-settings">
        <h2 id="chat-settings">{live.chat.heading}</h2>
        <Form action={`${path}/moderation`} csrf={csrf}>
          <fieldset class="choices">
            <legend>{texts.mode}</legend>
            <div class="choice-list">
              {chatModes.map((mode) => (
                <label class="choice">
                  <input type="radio" name="chatMode" value={mode} checked={context.live.chatMode === mode} />
                  {texts.modes[mode]}
                </label>
              ))}
            </div>
          </fieldset>
          <Field
            name="slowSeconds"
            label={texts.slowSeconds}
            type="number"
            value={context.live.slowSeconds}
            hint={texts.slowHint}
          />
          <button type="submit" class="primary">
            {texts.save}
          </button>
        </Form>
        {isAdmin ? (
          <Form action={`${path}/moderation/all`} csrf={csrf}>
            <p class="quiet">{texts.pauseAllHint}</p>
            <button type="submit" name="pause" value={isPaused ? '' : 'yes'}>
              {isPaused ? texts.continueAll : texts.pauseAll}
            </button>
          </Form>
        ) : null}
      </section>
      <section aria-labelledby="mutes">
        <h2 id="mutes">{texts.mutes}</h2>
        {mutes.length === 0 ? <p class="quiet">{texts.noMutes}</p> : null}
        <ul class="plain-list">
          {mutes.map(({ userId, person, until, reason }) => (
            <li>
              <Form action={`${path}/people/${userId}/moderate`} csrf={csrf} class="inline-form">
                <span>
                  <bdi>{displayName(person)}</bdi>{' '}
                  <span class="quiet">
                    {until === null
                      ? live.chat.page.wholeEvent
                      : texts.until({ time: `${time.shortDay(until, zone)}, ${time.clock(until, zone)}` })}
                    {reason === null ? null : (
                      <>
                        {' '}
                        · <bdi>{reason}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <button type="submit" name="do" value="unmute">
                  {texts.unmute}
                </button>
              </Form>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
