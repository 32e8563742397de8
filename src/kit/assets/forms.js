// What forms do with scripts. Without them, each field is one of the browser.
import './form-state.js'
import './combobox.js'
import './chips.js'
import './text-tools.js'
