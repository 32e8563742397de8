// The frame of an object's form: its token and version, its problems, and the button that saves.
import type { ComponentChildren } from 'preact'
import { Form, ProblemSummary } from '../components/form-fields.tsx'
import { SaveBar } from '../components/form-layout.tsx'
import { Zones } from '../components/time-zone-options.tsx'
import { useMessages } from '../messages/use-messages.tsx'
import type { EditState } from './edit-state.ts'

type EditFormProps = {
  action: string
  csrf: string
  state: EditState
  cancel: string
  /** Whether the form has fields for files. */
  hasFiles?: boolean
  /** Shown in the bar that saves. */
  note?: ComponentChildren
  children: ComponentChildren
}

export function EditForm({ action, csrf, state, cancel, hasFiles = false, note, children }: EditFormProps) {
  const { forms, office } = useMessages()
  const texts = office.forms
  const { version, message, problems, newer } = state
  return (
    <ProblemSummary message={message} problems={problems}>
      <Form action={action} csrf={csrf} class="edit-form" hasFiles={hasFiles}>
        <DefaultButton />
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        {newer === undefined ? null : <NewerVersion action={action} newer={newer} />}
        {children}
        <SignedOut />
        <SaveBar text={version === null ? texts.create : forms.save} note={note}>
          <a class="button" href={cancel}>
            {texts.cancel}
          </a>
        </SaveBar>
        <Zones />
      </Form>
    </ProblemSummary>
  )
}

/** The button that Enter presses. Browsers take the first button of the form, which would otherwise belong to a row. */
function DefaultButton() {
  const { save } = useMessages().forms
  return (
    <button class="visually-hidden" type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true">
      {save}
    </button>
  )
}

/** Shown by form-state.js when the session ends while the form has unsaved changes. */
function SignedOut() {
  const texts = useMessages().office.forms
  const signIn = (text: ComponentChildren) => (
    <a href="/sign-in" target="_blank" rel="noopener">
      {text}
    </a>
  )
  return (
    <div class="notice warning" role="alert" id="signed-out" hidden>
      <p>
        <strong>{texts.signedOut}</strong> {texts.signedOutAdvice({ signIn })}
      </p>
    </div>
  )
}

function NewerVersion({ action, newer }: { action: string; newer: number }) {
  const texts = useMessages().office.forms
  return (
    <div class="notice warning" role="alert">
      <p>
        <strong>{texts.newerVersion}</strong>{' '}
        {texts.newerVersionAdvice({
          review: (text) => <a href={`${action}/history`}>{text}</a>,
          restart: (text) => <a href={action}>{text}</a>,
        })}
      </p>
      <button class="danger" type="submit" name="overwrite" value={newer}>
        {texts.overwrite({ version: newer })}
      </button>
    </div>
  )
}
