// Limits of questions.

export const MAX_QUESTION_LENGTH = 300
export const MAX_ANSWER_LENGTH = 2000
/** Questions that a person can ask in a minute. */
export const MAX_PER_MINUTE = 3
/** Open and pending questions of a person in a talk. */
export const MAX_WAITING = 10
/** Questions that the panel of a talk shows. */
export const MAX_SHOWN = 100
/** Questions on the page with all questions of a talk. */
export const MAX_LISTED = 1000
