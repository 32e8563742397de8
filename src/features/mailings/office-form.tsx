// The form of a message. Beside it: its preview, and the buttons that send it.
import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import { Combobox } from '../../kit/components/combobox.tsx'
import { Choice, Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { Group as Card } from '../../kit/components/form-layout.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Crumb, DoneNotice } from '../../kit/office/object-page.tsx'
import { MESSAGE_ADDRESSES, MESSAGES } from '../../kit/office/paths.ts'
import { withQuery } from '../../kit/office/query-string.ts'
import { messageText } from '../mail-delivery/render-message.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkTitle } from '../talks/choices-store.ts'
import type { Group } from './group-messages.ts'
import { timeText } from './office-message-texts.ts'
import { personStates } from './tables.ts'

export type Draft = Group & {
  subject: string
  text: string
  /** Empty if answers go to the sender of the installation. */
  replyTo: string
  when: 'now' | 'at'
  /** The local time for `at`. */
  at: string
  /** The id of the scheduled message that is edited; otherwise empty. */
  replaces: string
}
/** Selected people that fit into an address. Their list exports the e-mails of more. */
const MAX_IN_ADDRESS = 200

/** What a message can be narrowed by. */
type GroupChoices = { talks: readonly TalkTitle[]; tracks: readonly string[]; tags: readonly string[] }

export type Preview = {
  /** The time at which it will be sent; null at once. */
  sendAt: number | null
  user: UserRow
  platform: PlatformRow
  /** Whether it was to be sent, but had changed since its preview. */
  isHeldBack: boolean
  done: string | undefined
}

type FormProps = {
  draft: Draft
  /** The number of recipients; undefined while the group is not complete. */
  count: number | undefined
  /** Only of a message that could be sent. */
  preview: Preview | undefined
  /** Without a mail server, there is only a preview. */
  hasMailer: boolean
  choices: GroupChoices
  zone: string
  problems: readonly Problem[]
  csrf: string
}

export function MessageForm(props: FormProps) {
  const { draft, count, preview, hasMailer, choices, zone, problems, csrf } = props
  const { forms, office } = useMessages()
  const { messages: texts } = office
  const { userIds } = draft
  const countText = hasMailer && draft.when === 'now' ? texts.recipients : texts.recipientsNow
  const recipients = (
    <output class="message-count" data-message="count">
      {count === undefined ? null : countText({ count })}
    </output>
  )
  return (
    <>
      <Crumb href={MESSAGES} text={texts.title} />
      <h1>{texts.newMessage}</h1>
      {hasMailer ? null : (
        <div class="notice warning">
          <p>{texts.noMailServer}</p>
        </div>
      )}
      <ProblemSummary message={problems.length > 0 ? forms.invalid : undefined} problems={problems}>
        <Form action={`${MESSAGES}/new#preview`} csrf={csrf} class="message-form">
          <div>
            <Card title={texts.to}>
              {userIds ? (
                <>
                  <p>
                    {texts.selectedPeople({ count: userIds.length })}
                    <br />
                    {recipients}
                  </p>
                  <GroupFields draft={draft} />
                </>
              ) : (
                <GroupChoice {...{ draft, choices, problems, recipients }} />
              )}
            </Card>
            <Card title={texts.message}>
              <Field
                name="subject"
                label={texts.subject}
                value={draft.subject}
                limit={200}
                isRequired
                problems={problems}
              />
              <Field
                name="text"
                label={texts.text}
                value={draft.text}
                rows={12}
                limit={10_000}
                isRequired
                problems={problems}
                hint={texts.textHint}
              />
            </Card>
            {hasMailer ? (
              <Card title={texts.delivery}>
                <Delivery {...{ draft, zone, problems }} />
              </Card>
            ) : null}
            <input type="hidden" name="replaces" value={draft.replaces} />
            {/* Before the button that sends, because Enter in a field presses the first one. */}
            <div class="save-bar">
              <button type="submit" name="do" value="preview" {...(preview ? {} : { class: 'primary' })}>
                {texts.preview}
              </button>
              <a class="button" href={draft.replaces ? `${MESSAGES}/${draft.replaces}` : MESSAGES}>
                {texts.cancel}
              </a>
            </div>
          </div>
          <div class="message-side" data-message="side">
            {preview ? (
              <MessagePreview {...{ draft, count: count ?? 0, hasMailer, ...preview }} />
            ) : (
              <section class="card message-blank" aria-label={texts.preview}>
                <p>{texts.subject}</p>
                <p class="quiet">{texts.previewHint}</p>
              </section>
            )}
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}

/** A digest of a message and its group. It tells whether the message has changed since its preview. */
export const fingerprintOf = (draft: Draft): string =>
  createHash('sha256').update(JSON.stringify(draft)).digest('base64url')

type ChoiceProps = Pick<FormProps, 'draft' | 'choices' | 'problems'> & { recipients: VNode }

/** The group, and what narrows it. `office-forms.css` shows only the fields that fit the group. */
function GroupChoice({ draft, choices, problems, recipients }: ChoiceProps) {
  const { audience, talkId, filter = {} } = draft
  const { search, office } = useMessages()
  const { messages: texts } = office
  const { people: _selected, ...groups } = texts.groups
  const { talks, tracks, tags } = choices
  return (
    <div class="message-group">
      <Choice
        name="audience"
        label={texts.who}
        value={audience}
        options={Object.entries(groups)}
        hint={
          <>
            {recipients} {texts.toHint}
          </>
        }
      />
      <div class="of-stars">
        <Choice
          name="talk"
          label={texts.talk}
          value={talkId}
          options={[['', texts.anyTalk], ...talks.map(({ id, title }) => [id, title] as const)]}
          problems={problems}
        />
      </div>
      <div class="field-row">
        {tracks.length > 0 ? (
          <div class="of-talks">
            <Choice
              name="track"
              label={texts.track}
              value={filter.track}
              options={[['', texts.anyTrack], ...tracks.map((track) => [track, track] as const)]}
            />
          </div>
        ) : null}
        <Combobox
          name="tag"
          label={texts.tag}
          value={filter.tag ?? ''}
          placeholder={search.allTags}
          options={tags.map((tag) => [tag] as const)}
          hint={<span class="of-talks">{texts.tagHint}</span>}
        />
        <Choice
          name="state"
          label={texts.state}
          value={filter.state}
          options={[
            ['', texts.anyState],
            ...personStates.map((state) => [state, texts.states[state]] as const),
          ]}
        />
      </div>
    </div>
  )
}

/** The address for answers, and the time. */
function Delivery({ draft, zone, problems }: Pick<FormProps, 'draft' | 'zone' | 'problems'>) {
  const texts = useMessages().office.messages
  return (
    <>
      <Field
        name="replyTo"
        label={texts.replyTo}
        type="email"
        value={draft.replyTo}
        hint={texts.replyToHint}
        problems={problems}
      />
      <div class="field-row message-when">
        <Choice
          name="when"
          label={texts.when}
          value={draft.when}
          options={[['now', texts.whens.now] as const, ['at', texts.whens.at] as const]}
        />
        <div class="of-later">
          <Field
            name="at"
            label={texts.at}
            type="datetime-local"
            value={draft.at}
            hint={texts.atHint({ zone })}
            problems={problems}
          />
        </div>
      </div>
    </>
  )
}

const groupFields = ({ audience, talkId, userIds, filter = {} }: Draft) => ({
  ...{ audience, talk: talkId ?? undefined, people: userIds?.join(' ') },
  ...filter,
})

/** Keeps the group that was chosen. */
const GroupFields = ({ draft }: { draft: Draft }) => (
  <>
    {Object.entries(groupFields(draft)).map(([name, value]) =>
      value ? <input type="hidden" name={name} value={value} /> : null,
    )}
  </>
)

type PreviewProps = Preview & { draft: Draft; count: number; hasMailer: boolean }

/** The message as its group will get it, and the buttons that send it. */
function MessagePreview(props: PreviewProps) {
  const { draft, count, sendAt, hasMailer, user, platform, isHeldBack, done } = props
  const messages = useMessages()
  const { messages: texts } = messages.office
  const { subject, text } = messageText(draft, { messages, platform, user })
  return (
    <>
      <DoneNotice what={done} />
      {isHeldBack ? (
        <p class="notice warning" role="status">
          {texts.heldBack}
        </p>
      ) : null}
      <section class="card" id="preview" aria-labelledby="subject">
        <h2 id="subject">{subject}</h2>
        <Markdown text={text} />
      </section>
      {sendAt === null ? null : (
        <p>
          <strong>{texts.scheduledAt}</strong> {timeText(messages, sendAt, platform.settings.timezone)}.{' '}
          {texts.scheduledHint}
        </p>
      )}
      {hasMailer ? <p class="quiet">{texts.testHint({ email: user.email })}</p> : null}
      <input type="hidden" name="seen" value={fingerprintOf(draft)} />
      <div class="actions">
        {hasMailer && (count > 0 || sendAt !== null) ? (
          <button class="primary" type="submit" name="do" value="send">
            {sendAt === null ? texts.send({ count }) : texts.schedule}
          </button>
        ) : null}
        {hasMailer ? (
          <button type="submit" name="do" value="test">
            {texts.sendTest}
          </button>
        ) : null}
        {hasMailer || (draft.userIds?.length ?? 0) > MAX_IN_ADDRESS ? null : (
          <a class="button" href={withQuery(MESSAGE_ADDRESSES, groupFields(draft))} download>
            {texts.addresses}
          </a>
        )}
      </div>
    </>
  )
}
