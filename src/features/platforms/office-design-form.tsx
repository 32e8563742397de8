// The form of the design: color, scheme, and pictures, and its body.
import type { Problem } from '../../kernel/changes/errors.ts'
import { Choice, Form, Notes, useField } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { optionalText } from '../../kit/office/form-values.ts'
import { themedPath } from '../../kit/pages/theme.ts'
import { PictureField } from '../files/page-upload-fields.tsx'
import type { PlatformChange, PlatformSettings } from './schema.ts'

/** The fields with pictures. */
export const designPictures = ['banner', 'logo', 'icon'] as const

/** The body of the form. The schema refuses unknown values. */
export const designBody = (field: (name: string) => string): PlatformChange => ({
  ...Object.fromEntries(designPictures.map((name) => [name, optionalText(field(name))])),
  accent: field('accent').toLowerCase(),
  scheme: field('scheme') as PlatformSettings['scheme'],
})

const schemes = ['auto', 'light', 'dark'] as const

type DesignProps = {
  csrf: string
  /** The name of the event. */
  name: string
  values: PlatformChange
  problems: readonly Problem[]
}

export function DesignForm({ csrf, name: eventName, values, problems }: DesignProps) {
  const texts = useMessages().office.settings.general
  const at = <Name extends keyof PlatformChange>(name: Name) => ({ name, value: values[name], problems })
  const picture = (name: (typeof designPictures)[number]) => ({
    ...at(name),
    kind: name,
    value: values[name] ?? '',
  })
  return (
    <Form action="/backoffice/settings/design" csrf={csrf} hasFiles>
      <Group title={texts.colors}>
        <AccentField value={values.accent} problems={problems} />
        <Choice
          label={texts.scheme}
          options={schemes.map((scheme) => [scheme, texts.schemes[scheme]] as const)}
          {...at('scheme')}
        />
      </Group>
      <DesignPreview name={eventName} values={values} />
      <Group title={texts.pictures}>
        <PictureField label={texts.banner} hint={texts.bannerHint} {...picture('banner')} />
        <PictureField label={texts.logo} hint={texts.logoHint} {...picture('logo')} />
        <PictureField label={texts.icon} hint={texts.iconHint} {...picture('icon')} />
      </Group>
      <SaveBar />
    </Form>
  )
}

/**
 * The head of a page, a link, a button, and a badge, in each scheme that visitors can have. `accent-color.js` shows colors
 * that are not saved yet, with the theme of `data-theme`.
 */
function DesignPreview({ name, values: { accent, logo } }: { name: string; values: PlatformChange }) {
  const texts = useMessages().office.settings.general.preview
  return (
    <Group title={texts.title}>
      <div
        class="design-preview"
        data-theme={accent === undefined ? '' : themedPath('common.css', { accent })}
        aria-hidden="true"
      >
        {(['light', 'dark'] as const).map((scheme) => (
          <div class={`design-sample of-${scheme}`}>
            <p class="design-head">{logo ? <img src={logo} alt="" /> : name}</p>
            <p class="design-link">{texts.link}</p>
            <p class="design-row">
              <span class="button primary">{texts.button}</span>
              <span class="badge accent">{texts.badge}</span>
            </p>
          </div>
        ))}
      </div>
    </Group>
  )
}

/** The color as the browser picks it and as hexadecimal digits (`accent-color.js`). */
function AccentField({ value, problems }: { value: string | undefined; problems: readonly Problem[] }) {
  const texts = useMessages().office.settings.general
  const { id, own, marks } = useField({
    ...{ name: 'accent', label: texts.accent, hint: texts.accentHint, problems },
  })
  return (
    <div class="field" data-accent>
      <label for={id}>{texts.accent}</label>
      <div class="accent-color">
        <input type="color" id={id} name="accent" value={value} {...marks} />
        <input
          type="text"
          class="with-scripts"
          value={value}
          maxLength={7}
          required
          dir="auto"
          pattern="#?[0-9A-Fa-f]{6}"
          title={texts.accentDigits}
          spellcheck={false}
          autoComplete="off"
          aria-label={texts.accentHex}
          data-hex
        />
      </div>
      <Notes id={id} hint={texts.accentHint} own={own} />
    </div>
  )
}
