// Changing many sponsors at once.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { editSponsors, type SponsorEdit } from '../../../domain/office/bulk-edit.ts'
import { chosenSponsors } from '../../../domain/office/lists.ts'
import type { SponsorRow } from '../../../store/sql/tables.ts'
import { Choice } from '../../components/form-fields.tsx'
import { levelNames } from '../../messages/sponsor-levels.ts'
import { callerOf, messagesOf } from '../../pages/visit.ts'
import type { WebOptions } from '../../website.ts'
import { type BulkEditor, sendBulkEdit } from '../lists/bulk-edit.tsx'
import { readChoices } from '../lists/list-query.ts'
import { levelOptions, sponsorFilters } from './sponsor-list.tsx'

/** Differs from the name of the filter, which the form also sends. */
const FIELD = 'set/level'

export const sponsorBulkEditRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get('/sponsors/edit', { config: { operation: 'editSponsorsPage' } }, (request, reply) =>
    sendBulkEdit(request, reply, editorFor(options, request)),
  )
  office.post('/sponsors/edit', { config: { operation: 'editSponsorsByForm' } }, (request, reply) =>
    sendBulkEdit(request, reply, editorFor(options, request)),
  )
}

function editorFor({ services }: WebOptions, request: FastifyRequest): BulkEditor<SponsorRow, SponsorEdit> {
  const [caller, messages] = [callerOf(request), messagesOf(request)]
  const { sponsors, talks, frame } = messages.office
  const levels = levelNames(messages, caller.platform.settings)
  return {
    area: 'sponsors',
    nameOf: ({ name }) => name,
    readChoices: (query) => readChoices(query, sponsorFilters(messages, levels)),
    find: (scope, limit) =>
      chosenSponsors(
        services,
        caller,
        'ids' in scope
          ? scope
          : { query: { q: scope.q, level: scope.choices.level ? Number(scope.choices.level) : undefined } },
        limit,
      ),
    read: (field) => {
      const level = levels.findIndex((_name, index) => String(index + 1) === field(FIELD)) + 1
      return { edit: level === 0 ? {} : { level }, isEmpty: level === 0, problems: [] }
    },
    run: (rows, edit, how) => editSponsors(services, caller, { rows, edit }, how),
    Fields: ({ field, problems }) => (
      <Choice
        name={FIELD}
        label={sponsors.level}
        value={field(FIELD)}
        options={[['', talks.bulk.keep], ...levelOptions(levels)]}
        problems={problems}
      />
    ),
    describe: (_pointer, value) => ({
      label: sponsors.level,
      value: levels[Number(value) - 1] ?? frame.none,
    }),
  }
}
