// Paths that several areas of the Back Office link to.

export const KEYS = '/backoffice/settings/advanced'
/** The file with the keys has the same path with an extension. */
export const KEY_LIST = '/backoffice/settings/keys'
export const NEW_KEY = `${KEYS}?new=1#make-a-key`
export const WEBHOOKS = '/backoffice/settings/webhooks'
export const NEW_WEBHOOK = `${WEBHOOKS}?new=1#new-webhook`
/** The review queue. */
export const REGISTRATIONS = '/backoffice/registrations'
/** Sign-ups whose e-mail is not proved yet. */
export const SIGN_UPS = `${REGISTRATIONS}/sign-ups`
export const PLATFORMS = '/backoffice/settings/platforms'
/** Changes proposed by speakers. */
export const PROPOSALS = '/backoffice/proposals'
/** Whether and how visitors register. */
export const REGISTRATION_SETTINGS = '/backoffice/settings/registration'
export const SIGN_IN_SETTINGS = '/backoffice/settings/sign-in'
/** The queue of e-mails. */
export const EMAILS = '/backoffice/settings/emails'
/** The texts of e-mails, by kind. */
export const EMAIL_TEXTS = '/backoffice/settings/email-texts'
/** Pages that show secrets once, by the ID of their slot. */
export const ONCE = '/backoffice/once'
/** Figures of the API, keys, and webhooks. */
export const INTEGRATIONS = '/backoffice/integrations'
export const REQUESTS = '/backoffice/requests'
/** Deleted talks and sponsors. */
export const DELETED = '/backoffice/deleted'
export const AUDIT = '/backoffice/audit'
/** The settings of the rooms of embedded talks. */
export const ROOM_SETTINGS = '/backoffice/settings/rooms'
/** Files with everything on the platform. */
export const EXPORTS = '/backoffice/settings/export'
/** The search across everything. */
export const SEARCH = '/backoffice/search'
export const API_DOCUMENTATION = '/docs'
/** The import of a file. */
export const IMPORT = '/backoffice/import'
/** Tables to fill in, for an import. */
export const TEMPLATES = { csv: '/backoffice/import/template.csv', xlsx: '/backoffice/import/template.xlsx' }
export const FIRST_STEPS = '/backoffice/first-steps'
/** Messages to a group. */
export const MESSAGES = '/backoffice/messages'
/** The addresses of a group, for people who send e-mail themselves. */
export const MESSAGE_ADDRESSES = '/backoffice/message-addresses.txt'
