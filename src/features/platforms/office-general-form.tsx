// The form of the general settings, and its body.
import type { Problem } from '../../kernel/changes/errors.ts'
import { type Language, languages } from '../../kernel/schema/languages.ts'
import { Check, Choice, Field, Form } from '../../kit/components/form-fields.tsx'
import { Group, SaveBar } from '../../kit/components/form-layout.tsx'
import { ZoneField } from '../../kit/components/time-zone-options.tsx'
import { languageNames } from '../../kit/messages/messages.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { optionalText } from '../../kit/office/form-values.ts'
import { defaultSettings } from './default-settings-schema.ts'
import { eventFormats, type PlatformChange, type PlatformSettings } from './schema.ts'

/** The body of the form. The schema refuses unknown values. */
export const generalBody = (field: (name: string) => string, offered: readonly string[]): PlatformChange => ({
  name: field('name'),
  tagline: optionalText(field('tagline')),
  firstDay: optionalText(field('firstDay')),
  lastDay: optionalText(field('lastDay')),
  venue: optionalText(field('venue')),
  format: field('format') as PlatformSettings['format'],
  timezone: field('timezone'),
  language: field('language') as Language,
  languages: offered.length === languages.length ? null : ([...offered] as Language[]),
  sponsorLevels: defaultSettings.sponsorLevels.map((_, index) => field(`sponsorLevels/${index}`).trim()),
})

/** The last day must not be before the first. */
export const dayProblems = ({ firstDay, lastDay }: PlatformChange): Problem[] =>
  firstDay && lastDay && lastDay < firstDay
    ? [{ pointer: '/lastDay', code: 'ends_before_start', message: '' }]
    : []

type FieldsProps = { values: PlatformChange; problems: readonly Problem[] }
type HostsProps = { hosts: string[]; canClaim: boolean; problems: readonly Problem[] }
type GeneralProps = FieldsProps & HostsProps & { csrf: string }

export function GeneralForm({ csrf, values, hosts, canClaim, problems }: GeneralProps) {
  return (
    <Form action="/backoffice/settings" csrf={csrf}>
      <EventFields values={values} problems={problems} />
      <LevelFields values={values} problems={problems} />
      <Hosts hosts={hosts} canClaim={canClaim} problems={problems} />
      <SaveBar />
    </Form>
  )
}

function EventFields({ values, problems }: FieldsProps) {
  const { names, office } = useMessages()
  const texts = office.settings.general
  const at = <Name extends keyof PlatformChange>(name: Name) => ({ name, value: values[name], problems })
  return (
    <fieldset>
      <legend>{texts.event}</legend>
      <Field label={texts.name} isRequired maxLength={255} {...at('name')} />
      <Field label={texts.tagline} hint={texts.taglineHint} maxLength={200} {...at('tagline')} />
      <div class="field-row">
        <Field label={texts.firstDay} type="date" hint={texts.daysHint} {...at('firstDay')} />
        <Field label={texts.lastDay} type="date" {...at('lastDay')} />
      </div>
      <Field label={texts.venue} hint={texts.venueHint} maxLength={255} {...at('venue')} />
      <Choice
        label={texts.format}
        options={eventFormats.map((format) => [format, names.eventFormats[format]] as const)}
        hint={texts.formatHint}
        {...at('format')}
      />
      <ZoneField isRequired hint={texts.timeZoneHint} {...at('timezone')} />
      <Choice
        label={texts.language}
        options={languages.map((language) => [language, languageNames[language]] as const)}
        hint={texts.languageHint}
        {...at('language')}
      />
      <fieldset class="checks">
        <legend>{texts.languages}</legend>
        {languages.map((language) => (
          <Check
            name="languages"
            value={language}
            label={languageNames[language]}
            isOn={values.languages?.includes(language) ?? true}
          />
        ))}
        <p class="hint">{texts.languagesHint}</p>
      </fieldset>
    </fieldset>
  )
}

function LevelFields({ values: { sponsorLevels = [] }, problems }: FieldsProps) {
  const { names, office } = useMessages()
  const texts = office.settings.general
  return (
    <fieldset>
      <legend>{texts.sponsorLevels}</legend>
      <p class="hint">{texts.sponsorLevelsHint}</p>
      <div class="field-row">
        {names.sponsorLevels.map((name, index) => (
          <Field
            name={`sponsorLevels/${index}`}
            label={texts.sponsorLevel({ level: index + 1 })}
            value={sponsorLevels[index]}
            placeholder={name}
            maxLength={60}
            problems={problems}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Hosts({ hosts, canClaim, problems }: HostsProps) {
  const texts = useMessages().office.settings.general
  if (canClaim) {
    return (
      <Group title={texts.address}>
        <Field
          name="hosts"
          label={texts.hosts}
          value={hosts.join('\n')}
          rows={3}
          hint={texts.hostsHint}
          problems={problems}
        />
      </Group>
    )
  }
  return (
    <Group title={texts.hosts}>
      <div class="field">
        <p>{hosts.length > 0 ? hosts.join(', ') : texts.noHosts}</p>
        <p class="hint">{texts.operatorOnly}</p>
      </div>
    </Group>
  )
}
