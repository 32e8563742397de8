// Limits of the audit log.

export const MAX_EVENTS_OF_REQUEST = 200
