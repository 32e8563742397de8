// E-mails: their kinds, and the states of those in the queue.

export const emailKinds = ['reset_link', 'sign_in_link', 'confirmation', 'invitation'] as const
export type EmailKind = (typeof emailKinds)[number]

/** `expired`: the link or the occasion was over before the e-mail could be sent. `canceled`: it was withdrawn. */
export const emailStates = ['waiting', 'sent', 'failed', 'expired', 'canceled'] as const
export type EmailState = (typeof emailStates)[number]
