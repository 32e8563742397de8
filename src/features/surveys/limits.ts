// Limits of surveys.

export const MAX_QUESTIONS = 20
/** Choices of a question. */
export const MAX_OPTIONS = 20
/** The highest value of a scale that does not say another one. */
export const MAX_OF_SCALE = 5
/** An answer in words, in characters. */
export const MAX_ANSWER_LENGTH = 1000
/** Surveys that a talk or the event shows. */
export const MAX_SHOWN = 50
/** People without an answer, on a page of their list. */
export const PEOPLE_PER_PAGE = 100
