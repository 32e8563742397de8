// Changing many sponsors at once.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Choice } from '../../kit/components/form-fields.tsx'
import { type BulkEditor, sendBulkEdit } from '../../kit/lists/bulk-edit.tsx'
import { readChoices } from '../../kit/lists/list-query.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { editSponsors, type SponsorEdit } from './bulk-edit.ts'
import { chosenSponsors } from './lists.ts'
import { levelOptions, sponsorFilters } from './office-list.tsx'
import { levelNames } from './page-sponsor-levels.ts'
import type { SponsorRow } from './tables.ts'

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
    list: { path: '/backoffice/sponsors', title: sponsors.title },
    nameOf: ({ name }) => name,
    readChoices: (query) => readChoices(query, sponsorFilters(messages, levels)),
    find: (scope, limit) =>
      chosenSponsors(
        services,
        caller,
        scope.ids
          ? { ids: scope.ids }
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
