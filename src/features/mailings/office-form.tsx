// The form of a message, and its preview with the buttons that send it.
import type { Problem } from '../../kernel/changes/errors.ts'
import { Combobox } from '../../kit/components/combobox.tsx'
import { Choice, Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Fact } from '../../kit/office/facts.tsx'
import { Crumb } from '../../kit/office/object-page.tsx'
import { MESSAGE_ADDRESSES, MESSAGES } from '../../kit/office/paths.ts'
import { withQuery } from '../../kit/office/query-string.ts'
import { messageText } from '../mail-delivery/render-message.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkTitle } from '../talks/choices-store.ts'
import type { Group } from './group-messages.ts'
import { groupText, timeText } from './office-message-texts.ts'
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

type FormProps = {
  draft: Draft
  /** Without a mail server, there is only a preview. */
  hasMailer: boolean
  choices: GroupChoices
  zone: string
  problems: readonly Problem[]
  csrf: string
}

export function MessageForm({ draft, hasMailer, choices, zone, problems, csrf }: FormProps) {
  const { forms, office } = useMessages()
  const { messages: texts } = office
  const { userIds } = draft
  return (
    <>
      <Crumb href={MESSAGES} text={texts.title} />
      <h1>{texts.newMessage}</h1>
      <ProblemSummary message={problems.length > 0 ? forms.invalid : undefined} problems={problems}>
        <Form action={`${MESSAGES}/new`} csrf={csrf}>
          {userIds ? (
            <>
              <p>
                <strong>{texts.to}:</strong> {texts.selectedPeople({ count: userIds.length })}
              </p>
              <GroupFields draft={draft} />
            </>
          ) : (
            <GroupChoice draft={draft} choices={choices} problems={problems} />
          )}
          <Field
            name="subject"
            label={texts.subject}
            value={draft.subject}
            maxLength={200}
            isRequired
            problems={problems}
          />
          <Field
            name="text"
            label={texts.text}
            value={draft.text}
            rows={14}
            maxLength={10_000}
            isRequired
            problems={problems}
            hint={texts.textHint}
          />
          {hasMailer ? <Delivery {...{ draft, zone, problems }} /> : null}
          <input type="hidden" name="replaces" value={draft.replaces} />
          <div class="actions">
            <button class="primary" type="submit" name="do" value="preview">
              {texts.preview}
            </button>
            <a class="button" href={draft.replaces ? `${MESSAGES}/${draft.replaces}` : MESSAGES}>
              {texts.cancel}
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}

type ChoiceProps = Pick<FormProps, 'draft' | 'choices' | 'problems'>

/** The group, and what narrows it. `office-forms.css` shows only the fields that fit the group. */
function GroupChoice({ draft: { audience, talkId, filter = {} }, choices, problems }: ChoiceProps) {
  const texts = useMessages().office.messages
  const { people: _selected, ...groups } = texts.groups
  const { talks, tracks, tags } = choices
  return (
    <div class="message-group">
      <Choice
        name="audience"
        label={texts.who}
        value={audience}
        options={Object.entries(groups)}
        hint={texts.toHint}
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

type PreviewProps = {
  draft: Draft
  /** The number of recipients. */
  count: number
  /** The time at which it will be sent; null at once. */
  sendAt: number | null
  hasMailer: boolean
  csrf: string
  user: UserRow
  platform: PlatformRow
}

export function MessagePreview({ draft, count, sendAt, hasMailer, csrf, user, platform }: PreviewProps) {
  const messages = useMessages()
  const { messages: texts } = messages.office
  const { subject, text } = messageText(draft, { messages, platform, user })
  return (
    <>
      <Crumb href={MESSAGES} text={texts.title} />
      <h1>{texts.preview}</h1>
      <p>
        <strong>{(sendAt === null ? texts.recipients : texts.recipientsNow)({ count })}</strong>{' '}
        {sendAt === null ? null : texts.scheduledHint}
      </p>
      <dl class="facts message-facts">
        <Fact name={texts.to}>
          <bdi>{groupText(messages, draft)}</bdi>
        </Fact>
        {draft.replyTo === '' ? null : (
          <Fact name={texts.replyTo}>
            <bdi>{draft.replyTo}</bdi>
          </Fact>
        )}
        {sendAt === null ? null : (
          <Fact name={texts.scheduledAt}>{timeText(messages, sendAt, platform.settings.timezone)}</Fact>
        )}
      </dl>
      <section class="card email-preview" aria-labelledby="subject">
        <h2 id="subject">{subject}</h2>
        <Markdown text={text} />
      </section>
      <Form action={`${MESSAGES}/new`} csrf={csrf}>
        <GroupFields draft={draft} />
        {(['subject', 'text', 'replyTo', 'when', 'at', 'replaces'] as const).map((name) => (
          <input type="hidden" name={name} value={draft[name]} />
        ))}
        {hasMailer ? (
          <p class="quiet">{texts.testHint({ email: user.email })}</p>
        ) : (
          <p>{texts.noMailServer}</p>
        )}
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
          <button type="submit" name="do" value="edit">
            {texts.edit}
          </button>
          {hasMailer || (draft.userIds?.length ?? 0) > MAX_IN_ADDRESS ? null : (
            <a class="button" href={withQuery(MESSAGE_ADDRESSES, groupFields(draft))} download>
              {texts.addresses}
            </a>
          )}
        </div>
      </Form>
    </>
  )
}
