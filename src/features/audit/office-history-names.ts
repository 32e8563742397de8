// The names that the history of an object uses for its attributes and their values.
import type { Messages } from '../../kit/messages/messages.ts'
import type { ObjectArea } from '../../kit/office/object-page.tsx'

export type HistoryNames = {
  /** By the path of the attribute, such as `options.highlight`. */
  attributes: Readonly<Record<string, string>>
  /** By attribute and value. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export function historyNames(area: ObjectArea, { names, surveys, office }: Messages): HistoryNames {
  const attributes = { ...office.imports.attributes, externalId: office.forms.externalId }
  switch (area) {
    case 'talks':
      return {
        attributes: { ...attributes, files: office.talks.form.files },
        values: { kind: names.talkKinds, state: names.talkStates, type: names.talkTypes },
      }
    case 'sponsors':
      return { attributes }
    case 'users': {
      const { role, registration: registrationStatus } = office.users
      return {
        attributes: { ...attributes, ...office.imports.person, role, registrationStatus },
        values: {
          role: names.roles,
          registrationStatus: names.registrationStatuses,
          status: names.userStatuses,
        },
      }
    }
    case 'surveys': {
      const {
        talk: talkId,
        opens,
        openings,
        results,
        visibilities,
        anonymous,
        editable,
      } = office.surveys.form
      const { opened: openedAt, closed: closedAt } = office.changes.actions
      return {
        attributes: {
          ...{ ...attributes, talkId, opens, results, anonymous, editable },
          ...{ openedAt, closedAt, questions: office.surveys.questions },
        },
        values: { state: surveys.states, opens: openings, results: visibilities },
      }
    }
  }
}
