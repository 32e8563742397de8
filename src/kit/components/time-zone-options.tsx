// Fields for time zones, and their options.
import { timeZones } from '../../kernel/lib/time/zone-names.ts'
import { useMessages } from '../messages/use-messages.tsx'
import { Combobox, type ComboboxProps, Options } from './combobox.tsx'

const spaced = (zone: string) => zone.replaceAll('_', ' ')
const options = timeZones.map((zone) => [zone, spaced(zone)] as const)

/** All time zones by name, including `value` if it is an alias. `none` is the text for no time zone. */
export function zoneOptions(value: string, none?: string): (readonly [value: string, text: string])[] {
  const all =
    value === '' || timeZones.includes(value) ? options : [[value, spaced(value)] as const, ...options]
  return none === undefined ? [...all] : [['', none], ...all]
}

/** A field with time zones. The page also needs `Zones`. */
export function ZoneField({
  label,
  ...props
}: Omit<ComboboxProps, 'options' | 'label'> & { label?: string }) {
  const { forms } = useMessages()
  return <Combobox {...props} label={label ?? forms.timeZone} options="zones" />
}

/** The options of all fields with time zones on a page. */
export const Zones = () => <Options id="zones" options={options} />
