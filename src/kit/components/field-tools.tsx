// What scripts add to fields: the preview of a text and the characters that are left, and a button that shows a password.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../messages/use-messages.tsx'
import { Icon } from './icon.tsx'

type TabsProps = { id: string; label: string; preview: 'markdown' | 'pageFormat' }

/** Used by text-tools.js: switches between the text and its preview. `id` is that of the text area. */
export function PreviewTabs({ id, label, preview }: TabsProps) {
  const { textTools: texts } = useMessages().forms
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div class="segments" role="group" aria-label={label}>
        <button type="button" aria-pressed="true" aria-controls={id} data-write>
          {texts.write}
        </button>
        <button
          type="button"
          aria-pressed="false"
          aria-controls={`${id}-preview`}
          data-preview={preview}
          data-failed={texts.failed}
        >
          {texts.preview}
        </button>
      </div>
      <div class="text-preview" id={`${id}-preview`} aria-live="polite" hidden />
    </>
  )
}

/** Used by text-tools.js: shows the number at once, and announces it when typing pauses. */
export function CharactersLeft({ limit }: { limit: number }) {
  const { textTools: texts } = useMessages().forms
  return (
    <>
      <p
        class="quiet characters-left"
        aria-hidden="true"
        data-limit={limit}
        data-left={texts.left}
        data-over={texts.over}
      />
      <p class="visually-hidden" role="status" data-announced />
    </>
  )
}

/** Used by passwords.js. `children` is the field. */
export function Revealable({ label, children }: { label: string; children: ComponentChildren }) {
  const { forms: texts } = useMessages()
  return (
    <div class="with-reveal">
      {children}
      <button
        type="button"
        class="plain reveal"
        hidden
        title={texts.showPassword}
        aria-label={texts.showPasswordOf({ field: label })}
        data-hide={texts.hidePassword}
        data-hide-label={texts.hidePasswordOf({ field: label })}
      >
        <Icon name="eye" />
        <Icon name="eye-off" />
      </button>
    </div>
  )
}
