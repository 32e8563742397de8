// The frame of the form of an object: its token, its version, what is wrong, and the button that saves.
import type { ComponentChildren } from 'preact'
import { Form, ProblemSummary } from '../../components/form-fields.tsx'
import { ZoneSuggestions } from '../../components/time-zone-options.tsx'
import type { EditState } from './edit-state.ts'
import { DefaultButton } from './object-page.tsx'

type EditFormProps = {
  action: string
  csrf: string
  state: EditState
  cancel: string
  children: ComponentChildren
}

export function EditForm({ action, csrf, state, cancel, children }: EditFormProps) {
  const { version, message, problems, newer } = state
  return (
    <ProblemSummary message={message} problems={problems}>
      <Form action={action} csrf={csrf} class="edit-form">
        <DefaultButton />
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        {newer === undefined ? null : <Newer action={action} newer={newer} />}
        {children}
        <SignedOut />
        <div class="save-bar">
          <button class="primary" type="submit" name="do" value="save">
            {version === null ? 'Create' : 'Save'}
          </button>
          <a class="button" href={cancel}>
            Cancel
          </a>
        </div>
        <ZoneSuggestions />
      </Form>
    </ProblemSummary>
  )
}

/** Shown by the script of the form, which notices that the session has ended while what was typed is still there. */
function SignedOut() {
  return (
    <div class="notice warn" role="alert" id="signed-out" hidden>
      <p>
        <strong>You have been signed out meanwhile.</strong> What you entered still stands here.{' '}
        <a href="/sign-in" target="_blank" rel="noopener">
          Sign in in another tab
        </a>
        , then save.
      </p>
    </div>
  )
}

function Newer({ action, newer }: { action: string; newer: number }) {
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>Somebody else has changed this meanwhile. Nothing of yours has been saved.</strong> What you
        entered still stands below. Look at <a href={`${action}/history`}>what has changed</a>, then either{' '}
        <a href={action}>begin anew from the newer version</a> or save yours over it.
      </p>
      <button class="danger" type="submit" name="overwrite" value={newer}>
        Save mine over version {newer}
      </button>
    </div>
  )
}
