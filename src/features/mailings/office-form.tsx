// The form of a message, and its preview with the buttons that send it.
import type { Problem } from '../../kernel/changes/errors.ts'
import { Choice, Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { Markdown } from '../../kit/components/prose.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Crumb } from '../../kit/office/object-page.tsx'
import { MESSAGE_ADDRESSES, MESSAGES } from '../../kit/office/paths.ts'
import { withQuery } from '../../kit/office/query-string.ts'
import { messageText } from '../mail-delivery/render-message.ts'
import type { UserRow } from '../people/tables.ts'
import type { PlatformRow } from '../platforms/tables.ts'
import type { TalkTitle } from '../talks/choices-store.ts'
import type { GroupMessage } from './group-messages.ts'

type Draft = Pick<GroupMessage, 'audience' | 'talkId' | 'userIds' | 'subject' | 'text'>
/** Selected people that fit into an address. Their list exports the e-mails of more. */
const MAX_IN_ADDRESS = 200

type FormProps = { draft: Draft; talks: readonly TalkTitle[]; problems: readonly Problem[]; csrf: string }

export function MessageForm({ draft, talks, problems, csrf }: FormProps) {
  const { forms, office } = useMessages()
  const { messages: texts } = office
  const { people: _selected, ...groups } = texts.groups
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
              <SelectedPeople userIds={userIds} />
            </>
          ) : (
            <Choice
              name="audience"
              label={texts.to}
              value={draft.audience}
              options={Object.entries(groups)}
              hint={texts.toHint}
            />
          )}
          {talks.length === 0 || userIds ? null : (
            <Choice
              name="talk"
              label={texts.talk}
              value={draft.talkId}
              options={[['', texts.noTalk], ...talks.map(({ id, title }) => [id, title] as const)]}
              hint={texts.talkHint}
              problems={problems}
            />
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
          <div class="actions">
            <button class="primary" type="submit" name="do" value="preview">
              {texts.preview}
            </button>
            <a class="button" href={MESSAGES}>
              {texts.cancel}
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}

/** Keeps the people that were selected in a list. */
function SelectedPeople({ userIds }: { userIds: readonly string[] }) {
  return (
    <>
      <input type="hidden" name="audience" value="people" />
      <input type="hidden" name="people" value={userIds.join(' ')} />
    </>
  )
}

type PreviewProps = {
  draft: Draft
  /** The number of recipients. */
  count: number
  hasMailer: boolean
  csrf: string
  user: UserRow
  platform: PlatformRow
}

export function MessagePreview({ draft, count, hasMailer, csrf, user, platform }: PreviewProps) {
  const messages = useMessages()
  const { messages: texts } = messages.office
  const { subject, text } = messageText(draft, { messages, platform, user })
  const group = { audience: draft.audience, talk: draft.talkId, people: draft.userIds?.join(' ') }
  return (
    <>
      <Crumb href={MESSAGES} text={texts.title} />
      <h1>{texts.preview}</h1>
      <p>{texts.recipients({ count })}</p>
      <section class="card email-preview" aria-labelledby="subject">
        <h2 id="subject">{subject}</h2>
        <Markdown text={text} />
      </section>
      <Form action={`${MESSAGES}/new`} csrf={csrf}>
        {draft.userIds ? (
          <SelectedPeople userIds={draft.userIds} />
        ) : (
          <input type="hidden" name="audience" value={draft.audience} />
        )}
        <input type="hidden" name="talk" value={draft.talkId ?? ''} />
        <input type="hidden" name="subject" value={draft.subject} />
        <input type="hidden" name="text" value={draft.text} />
        {hasMailer ? (
          <p class="quiet">{texts.testHint({ email: user.email })}</p>
        ) : (
          <p>{texts.noMailServer}</p>
        )}
        <div class="actions">
          {hasMailer && count > 0 ? (
            <button class="primary" type="submit" name="do" value="send">
              {texts.send({ count })}
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
            <a class="button" href={withQuery(MESSAGE_ADDRESSES, group)} download>
              {texts.addresses}
            </a>
          )}
        </div>
      </Form>
    </>
  )
}
