// Cells of the list of talks that are edited in place: room, track, time, and state. `talk-cells.js` opens the editor of a
// cell and saves it. Without scripts, a cell links to its field in the form.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { executeCommand } from '../../../kernel/changes/commands.ts'
import { Refusal } from '../../../kernel/changes/errors.ts'
import { formatInstant, zonedTime } from '../../../kernel/lib/time/instants.ts'
import { MINUTE_MS } from '../../../kernel/lib/time/units.ts'
import { Check, Choice, Field, Form, problemText } from '../../../kit/components/form-fields.tsx'
import { check } from '../../../kit/forms/form-validation.ts'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import type { ListView } from '../../../kit/lists/list-definition.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { refusalState } from '../../../kit/office/edit-state.ts'
import { localTime } from '../../../kit/office/local-time.ts'
import { callerOf, messagesOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { countTold, isUnannounced, slotOf } from '../announcements.ts'
import type { TalkChoices } from '../choices-store.ts'
import type { OfficeTalk } from '../lists.ts'
import { readTalk } from '../read-talks.ts'
import { type Talk, type TalkBody, TalkUpdate, talkStates } from '../schema.ts'
import { saveTalkCommand } from '../talks.ts'
import { Suggestions } from './office-suggestions.tsx'

const PATH = '/backoffice/talks'
const cells = ['room', 'track', 'start', 'state'] as const
type CellName = (typeof cells)[number]

type Ids = { Params: { id: string } }

export const talkCellRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  office.post<Ids>('/talks/:id/cell', { config: { operation: 'updateTalkCell' } }, (request, reply) =>
    saveCell(options, request, reply),
  )
}

/**
 * Saves one value like the form does. Answers with 204, with the number of people to notify, or with the problem as
 * plain text.
 */
async function saveCell({ services }: WebOptions, request: FastifyRequest<Ids>, reply: FastifyReply) {
  const [caller, messages, field] = [callerOf(request), messagesOf(request), fieldsOf(request)]
  const talk = await readTalk(services, caller, request.params.id)
  const zone = caller.platform.settings.timezone
  const [name, value] = [cells.find((cell) => cell === field('name')), field('value')]
  if (name === undefined) throw new Refusal('not_found')
  // A start has details that its field cannot show, such as seconds. They stay if it is not changed.
  if (value === shownValue(talk, name, zone)) return reply.code(204).send()
  const body = { [name]: name === 'start' ? zonedTime(value, zone) : value || null }
  const answer = (status: number, text: string) =>
    reply.code(status).type('text/plain; charset=utf-8').send(text)
  const problems = check(messages, TalkUpdate, body)
  const [problem] = problems
  if (problem) return answer(422, problemText(messages, problem))
  const precondition = { versions: [{ version: Number(field('version')) }] }
  const change = { id: talk.id, before: slotOf(talk), after: slotOf({ ...talk, ...body }) }
  try {
    const told = isUnannounced(field) ? 0 : await countTold(services, caller, [change])
    // The schema has accepted the body.
    await executeCommand(
      services,
      caller,
      saveTalkCommand({
        ...{ reference: talk.id, precondition },
        body: body as TalkBody,
        isUnannounced: isUnannounced(field),
      }),
    )
    if (told > 0) return answer(200, messages.office.talks.announcement.saved({ count: told }))
    return reply.code(204).send()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'precondition_failed')
      return answer(412, messages.office.forms.conflict)
    const { status, message, problems: refused } = refusalState(error, messages)
    return answer(status, refused.map((one) => problemText(messages, one)).join(' ') || (message ?? ''))
  }
}

/** The value of a cell as its editor shows it, with times in the time zone of the list. */
const shownValue = (talk: Pick<Talk, CellName>, name: CellName, zone: string): string =>
  (name === 'start' ? localTime(talk.start, zone) : talk[name]) ?? ''

type CellProps = {
  talk: OfficeTalk
  name: CellName
  label: string
  view: ListView
  children: ComponentChildren
}

/** The value of a cell as a link to its field in the form. */
export function EditableCell({ talk, name, label, view: { zone, now }, children }: CellProps) {
  const { editCell } = useMessages().office.talks
  const value = shownValue({ ...talk, start: formatInstant(talk.startAt) }, name, zone)
  const isAnnounced =
    name !== 'track' && talk.state !== 'draft' && talk.startAt + talk.duration * MINUTE_MS > now
  return (
    <a
      class={value ? 'cell-edit' : 'cell-edit is-empty'}
      href={`${PATH}/${talk.id}#field-${name}`}
      title={editCell({ label })}
      data-cell={name}
      data-id={talk.id}
      data-version={talk.version}
      data-value={value}
      {...(isAnnounced ? { 'data-announced': true } : {})}
    >
      {children ?? <span class="visually-hidden">{editCell({ label })}</span>}
    </a>
  )
}

/** The editors that the script opens, one for each kind of cell. */
export function cellEditors({ rooms, tracks }: TalkChoices, { hasMailer }: { hasMailer: boolean }) {
  return function CellEditors({ csrf }: { csrf: string }) {
    const { names, office } = useMessages()
    const { form } = office.talks
    const at = (name: CellName) => ({ name: 'value', label: name === 'start' ? form.start : form[name] })
    return (
      <>
        <Suggestions id="cell-rooms" values={rooms} />
        <Suggestions id="cell-tracks" values={tracks} />
        <CellEditor name="room" csrf={csrf} isAnnounced={hasMailer}>
          <Field {...at('room')} list="cell-rooms" />
        </CellEditor>
        <CellEditor name="track" csrf={csrf}>
          <Field {...at('track')} list="cell-tracks" />
        </CellEditor>
        <CellEditor name="start" csrf={csrf} isAnnounced={hasMailer}>
          <Field {...at('start')} type="datetime-local" isRequired />
        </CellEditor>
        <CellEditor name="state" csrf={csrf} isAnnounced={hasMailer}>
          <Choice
            {...at('state')}
            value=""
            options={talkStates.map((state) => [state, names.talkStates[state]] as const)}
          />
        </CellEditor>
      </>
    )
  }
}

type EditorProps = { name: CellName; csrf: string; isAnnounced?: boolean; children: ComponentChildren }

/** The script removes the box for a talk whose changes are not announced. */
function CellEditor({ name, csrf, isAnnounced = false, children }: EditorProps) {
  const { forms, office } = useMessages()
  return (
    <template data-editor={name}>
      <dialog class="cell-editor">
        <Form action="" csrf={csrf}>
          <input type="hidden" name="name" value={name} />
          <input type="hidden" name="version" />
          {children}
          {isAnnounced ? (
            <div data-announcement>
              <input type="hidden" name="told" value="on" />
              <Check name="sendEmails" label={office.talks.announcement.send} isOn />
            </div>
          ) : null}
          <p class="problem" role="alert" />
          <div class="actions">
            <button class="primary" type="submit">
              {forms.save}
            </button>
            <button class="plain" type="button">
              {office.forms.cancel}
            </button>
          </div>
        </Form>
      </dialog>
    </template>
  )
}
