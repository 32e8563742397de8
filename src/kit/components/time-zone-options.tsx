// Options of time zones.
type Option = readonly [value: string, text: string]

const known = Intl.supportedValuesOf('timeZone')
const all = known.includes('UTC') ? known : ['UTC', ...known]

/** All time zones by name, including `value` if it is an alias. `none` is the text for no time zone. */
export function zoneOptions(value: string, none?: string): Option[] {
  const names = value === '' || all.includes(value) ? all : [value, ...all]
  const options = names.map((name): Option => [name, name.replaceAll('_', ' ')])
  return none === undefined ? options : [['', none], ...options]
}

/** All time zones, as suggestions for fields with `list="zones"`. */
export function ZoneSuggestions() {
  return (
    <datalist id="zones">
      {all.map((zone) => (
        <option value={zone} />
      ))}
    </datalist>
  )
}
