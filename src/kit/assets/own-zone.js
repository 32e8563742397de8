// Suggests the time zone of the browser. Without this script, the zone of the platform is selected.
const select = document.querySelector('select[data-own-zone]')
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
if (select && [...select.options].some(({ value }) => value === zone)) select.value = zone
