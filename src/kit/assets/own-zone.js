// Suggests the time zone of the browser. Without this script, the zone of the platform is selected.
const select = document.querySelector('select[data-own-zone]')
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
// Browsers use old names of some zones, such as Asia/Calcutta.
const isOwn = ({ value }) =>
  value === zone || new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === zone
const own = select && [...select.options].filter(({ value }) => value !== '').find(isOwn)
if (own) select.value = own.value
