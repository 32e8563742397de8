// A page that explains an action and asks for confirmation, and its variant for the rotation of a secret.
import type { ComponentChildren } from 'preact'
import type { Problem } from '../../kernel/changes/errors.ts'
import { CurrentPassword } from '../components/current-password.tsx'
import { Choice, Form, ProblemSummary } from '../components/form-fields.tsx'
import { useMessages } from '../messages/use-messages.tsx'

type ConfirmProps = {
  head: ComponentChildren
  intro: ComponentChildren
  action: string
  csrf: string
  submit: string
  isDanger?: boolean
  cancel: string
  /** Shown above the problems. */
  failed?: string
  problems?: readonly Problem[]
  /** The reason for asking for the password; null if it is not needed. */
  passwordHint?: string | null
  /** Fields before the password. */
  children?: ComponentChildren
}

export function ConfirmPage(props: ConfirmProps) {
  const { head, intro, action, csrf, submit, isDanger = false, cancel, children } = props
  const { failed, problems = [], passwordHint = null } = props
  const texts = useMessages().office.forms
  return (
    <>
      {head}
      <ProblemSummary message={problems.length > 0 ? failed : undefined} problems={problems}>
        <p>{intro}</p>
        <Form action={action} csrf={csrf}>
          {children}
          {passwordHint === null ? null : <CurrentPassword hint={passwordHint} problems={problems} />}
          <div class="actions">
            <button class={isDanger ? 'danger' : 'primary'} type="submit">
              {submit}
            </button>
            <a class="button" href={cancel}>
              {texts.cancel}
            </a>
          </div>
        </Form>
      </ProblemSummary>
    </>
  )
}

type RotationProps = Omit<ConfirmProps, 'children' | 'isDanger'> & {
  /** The default grace period. */
  graceMinutes: number
}

/** During the grace period, the old secret works beside the new one. */
export function RotationPage({ graceMinutes, ...confirm }: RotationProps) {
  const { gracePeriod, gracePeriods } = useMessages().office.forms
  return (
    <ConfirmPage {...confirm}>
      <Choice
        name="graceMinutes"
        label={gracePeriod}
        value={String(graceMinutes)}
        options={[
          ['0', gracePeriods.none],
          ['60', gracePeriods.hour],
          ['1440', gracePeriods.day],
          ['10080', gracePeriods.week],
        ]}
        problems={confirm.problems ?? []}
      />
    </ConfirmPage>
  )
}
