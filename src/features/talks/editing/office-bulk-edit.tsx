// Changing many talks at once.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Problem } from '../../../kernel/changes/errors.ts'
import { Check, Choice, Field } from '../../../kit/components/form-fields.tsx'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { type BulkEditor, sendBulkEdit } from '../../../kit/lists/bulk-edit.tsx'
import { readChoices } from '../../../kit/lists/list-query.ts'
import type { Messages } from '../../../kit/messages/messages.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { numberOf } from '../../../kit/office/form-values.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { countTold, isUnannounced } from '../announcements.ts'
import type { TalkChoices } from '../choices-store.ts'
import { MAX_SHIFT_MINUTES } from '../limits.ts'
import { chosenTalks, listTalkChoices } from '../lists.ts'
import { talkFilters } from '../office-list.tsx'
import { TalkUpdate, talkKinds, talkStates } from '../schema.ts'
import type { TalkRow } from '../tables.ts'
import { editTalks, slotAfter, type TalkEdit } from './bulk-edit.ts'
import { SendEmails } from './office-send-emails.tsx'
import { Suggestions } from './office-suggestions.tsx'

const texts = ['room', 'track', 'language'] as const
const choices = ['kind', 'state'] as const
/** Distinguishes fields from the filters, which the form also sends. */
const PREFIX = 'set/'

export const talkBulkEditRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.get('/talks/edit', { config: { operation: 'editTalksPage' } }, async (request, reply) =>
    sendBulkEdit(request, reply, await editorFor(options, request)),
  )
  office.post('/talks/edit', { config: { operation: 'editTalksByForm' } }, async (request, reply) =>
    sendBulkEdit(request, reply, await editorFor(options, request)),
  )
}

async function editorFor(
  { services }: WebOptions,
  request: FastifyRequest,
): Promise<BulkEditor<TalkRow, TalkEdit>> {
  const [caller, messages, field] = [callerOf(request), messagesOf(request), fieldsOf(request)]
  const known = await listTalkChoices(services, caller)
  const filters = talkFilters(messages, known)
  const zone = caller.platform.settings.timezone
  return {
    list: { path: '/backoffice/talks', title: messages.office.talks.title },
    nameOf: ({ title }) => title,
    readChoices: (query) => readChoices(query, filters),
    find: (scope, limit) =>
      chosenTalks(
        services,
        caller,
        scope.ids
          ? { ids: scope.ids }
          : { query: { q: scope.q, ...readChoices((name) => scope.choices[name], filters) } },
        limit,
      ),
    read: (field) => readEdit(messages, field),
    run: (rows, edit, how) =>
      editTalks(services, caller, { rows, edit, isUnannounced: isUnannounced(field) }, how),
    noteOn: async (rows, edit, { changed }) => {
      const ids = new Set(changed.map(({ id }) => id))
      const changes = rows
        .filter(({ id }) => ids.has(id))
        .map((talk) => ({ id: talk.id, before: talk, after: slotAfter(talk, edit) }))
      return <SendEmails told={await countTold(services, caller, changes)} field={field} />
    },
    Fields: (props) => <TalkFields choices={known} {...props} />,
    describe: (pointer, value) => describe(messages, zone, pointer, value),
  }
}

/** Empty fields change nothing. */
function readEdit(messages: Messages, field: (name: string) => string) {
  const body = Object.fromEntries([
    ...[...texts, ...choices].flatMap((name) => {
      const value = field(PREFIX + name)
      return value ? [[name, value]] : []
    }),
    ...texts.flatMap((name) => (field(`clear/${name}`) ? [[name, null]] : [])),
  ])
  const shift = field(`${PREFIX}shift`)
  const shiftMinutes = shift === '' ? 0 : numberOf(shift)
  const isShift = Number.isInteger(shiftMinutes) && Math.abs(shiftMinutes) <= MAX_SHIFT_MINUTES
  const problems: Problem[] = [
    ...check(messages, TalkUpdate, body).map((one) => ({ ...one, pointer: `/set${one.pointer ?? ''}` })),
    ...(isShift
      ? []
      : [{ pointer: '/set/shift', code: 'shift', message: messages.office.talks.bulk.shiftProblem }]),
  ]
  return {
    // The schema has accepted the body.
    edit: { ...(body as TalkEdit), ...(shiftMinutes === 0 ? {} : { shiftMinutes }) },
    isEmpty: Object.keys(body).length === 0 && shiftMinutes === 0,
    problems,
  }
}

type FieldsProps = {
  choices: TalkChoices
  field: (name: string) => string
  problems: readonly Problem[]
}

function TalkFields({ choices: known, field, problems }: FieldsProps) {
  const { names, office } = useMessages()
  const { form, bulk } = office.talks
  const at = (name: string) => ({ name: PREFIX + name, value: field(PREFIX + name), problems })
  const suggestions = { room: known.rooms, track: known.tracks, language: known.languages }
  return (
    <>
      <p class="hint">{bulk.hint}</p>
      <div class="field-row">
        {texts.map((name) => (
          <div>
            <Field label={form[name]} list={`known-${name}`} {...at(name)} />
            <Suggestions id={`known-${name}`} values={suggestions[name]} />
            <Check name={`clear/${name}`} label={bulk.clear[name]} isOn={field(`clear/${name}`) !== ''} />
          </div>
        ))}
      </div>
      <div class="field-row">
        <Choice
          label={form.kind}
          {...at('kind')}
          options={[['', bulk.keep], ...talkKinds.map((kind) => [kind, names.talkKinds[kind]] as const)]}
        />
        <Choice
          label={form.state}
          {...at('state')}
          options={[['', bulk.keep], ...talkStates.map((state) => [state, names.talkStates[state]] as const)]}
        />
        <Field label={bulk.shift} type="number" hint={bulk.shiftHint} {...at('shift')} />
      </div>
    </>
  )
}

function describe(messages: Messages, zone: string, pointer: string, value: unknown) {
  const { formats, names, time, office } = messages
  const { form } = office.talks
  const name = pointer.slice(1)
  const { start, room, track, language, kind, state } = form
  const { speakers, moderators } = office.people
  const labels: Readonly<Record<string, string>> = {
    ...{ start, room, track, language, kind, state },
    ...{ speakers: speakers.legend, moderators: moderators.legend },
  }
  const named: Readonly<Record<string, string>> = { ...names.talkKinds, ...names.talkStates }
  if (Array.isArray(value)) return { label: labels[name] ?? name, value: formats.number(value.length) }
  const text = typeof value === 'string' ? value : office.frame.none
  if (name === 'start' && typeof value === 'string')
    return { label: start, value: time.timestamp(Date.parse(value), zone) }
  return {
    label: labels[name] ?? name,
    value: name === 'kind' || name === 'state' ? (named[text] ?? text) : text,
  }
}
