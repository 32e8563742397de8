// The steps, which the pages of an import share.
import type { ComponentChildren } from 'preact'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { Crumb } from '../../kit/office/object-page.tsx'
import { IMPORT } from '../../kit/office/paths.ts'

export type ImportStep = 'upload' | 'columns' | 'preview' | 'result'

type FrameProps = {
  step: ImportStep
  title: string
  isSuccess?: boolean
  /** Whether the file is a table, whose columns are a step of their own. */
  hasColumns?: boolean
  children: ComponentChildren
}

export function ImportFrame({ step, title, isSuccess = false, hasColumns = true, children }: FrameProps) {
  const { office } = useMessages()
  const texts = office.imports
  const steps = (['upload', 'columns', 'preview', 'result'] as const).filter(
    (one) => one !== 'columns' || hasColumns,
  )
  const place = steps.indexOf(step)
  return (
    <>
      {step === 'upload' ? (
        <Crumb href="/backoffice/talks" text={office.frame.areas.talks} />
      ) : (
        <Crumb href={IMPORT} text={texts.title} />
      )}
      <h1 class={isSuccess ? 'import-success' : undefined}>
        {isSuccess ? <Icon name="circle-check" /> : null}
        {title}
      </h1>
      <ol class="import-steps" aria-label={texts.stepsLabel}>
        {steps.map((one, index) => (
          <li
            {...(index < place ? { class: 'is-done' } : {})}
            {...(one === step ? { 'aria-current': 'step' as const } : {})}
          >
            {texts.steps[one]}
          </li>
        ))}
      </ol>
      {children}
    </>
  )
}
