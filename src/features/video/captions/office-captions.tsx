// The captions of a talk in the Back Office: one WebVTT file for each language.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { execute } from '../../../kernel/changes/commands.ts'
import { type Problem, Refusal } from '../../../kernel/changes/errors.ts'
import { freeBody } from '../../../kernel/http/server/large-bodies.ts'
import { canonicalLanguage } from '../../../kernel/lib/text/language-tags.ts'
import { Field, Form, Notes, ProblemSummary, useField } from '../../../kit/components/form-fields.tsx'
import { fieldsOf } from '../../../kit/forms/forms.ts'
import { useMessages } from '../../../kit/messages/use-messages.tsx'
import { Crumb, DoneNotice } from '../../../kit/office/object-page.tsx'
import { sendOfficePage } from '../../../kit/office/office-layout.tsx'
import { queryOf } from '../../../kit/office/query-string.ts'
import { callerOf, messagesOf, zoneOf } from '../../../kit/pages/visit.ts'
import type { WebOptions } from '../../../kit/pages/web-options.ts'
import { readTalk } from '../../talks/read-talks.ts'
import type { Talk } from '../../talks/schema.ts'
import { removeCaptionsOperation, saveCaptionsOperation, takesCaptions } from './captions.ts'
import { captionsOfTalk } from './captions-store.ts'
import { readCaptions } from './web-vtt.ts'

type Ids = { Params: { id: string } }

export const captionsPagePath = (talkId: string): string => `/backoffice/talks/${talkId}/captions`

export const captionsOfficeRoutes: FastifyPluginAsync<WebOptions> = async (office, options) => {
  const { services } = options

  office.get<Ids>('/talks/:id/captions', { config: { operation: 'captionsPage' } }, async (request, reply) =>
    sendCaptions(options, request, reply, { language: '', problems: [] }),
  )

  office.post<Ids>(
    '/talks/:id/captions',
    { config: { operation: 'saveCaptions', acceptsUploads: true } },
    async (request, reply) => {
      const { id: talkId } = await requireReplay(options, request)
      const sent = fieldsOf(request)('language').trim()
      const { language, content, problems } = readForm(request, sent)
      if (language === undefined || content === undefined)
        return sendCaptions(options, request, reply.code(422), { language: sent, problems })
      await execute(services, callerOf(request), saveCaptionsOperation, { talkId, language, content })
      return reply.redirect(`${captionsPagePath(talkId)}?done=saved`, 303)
    },
  )

  office.post<Ids>(
    '/talks/:id/captions/remove',
    { config: { operation: 'removeCaptions' } },
    async (request, reply) => {
      const { id: talkId } = await requireReplay(options, request)
      const language = fieldsOf(request)('language')
      await execute(services, callerOf(request), removeCaptionsOperation, { talkId, language })
      return reply.redirect(`${captionsPagePath(talkId)}?done=saved`, 303)
    },
  )
}

async function requireReplay({ services }: WebOptions, request: FastifyRequest<Ids>): Promise<Talk> {
  const talk = await readTalk(services, callerOf(request), request.params.id)
  if (!takesCaptions(talk)) throw new Refusal('not_found')
  return talk
}

/** The language and content of a form, or its problems. */
function readForm(request: FastifyRequest, sent: string) {
  const messages = messagesOf(request)
  const { problems: texts } = messages.office.captions
  const bytes = request.uploads?.find(({ name }) => name === 'file')?.bytes ?? Buffer.alloc(0)
  const language = canonicalLanguage(sent)
  const read = readCaptions(bytes)
  for (const { bytes: uploaded } of request.uploads?.slice(0, 1) ?? []) freeBody(uploaded)
  request.uploads = null
  const problems: Problem[] = []
  if (language === undefined)
    problems.push({ pointer: '/language', code: 'captions', message: texts.language })
  if ('problem' in read)
    problems.push({
      pointer: '/file',
      code: 'captions',
      message:
        'line' in read ? texts.lines[read.problem]({ line: String(read.line) }) : texts.files[read.problem],
    })
  return { language, content: 'text' in read ? read.text : undefined, problems }
}

type CaptionsForm = { language: string; problems: readonly Problem[] }

async function sendCaptions(
  options: WebOptions,
  request: FastifyRequest<Ids>,
  reply: FastifyReply,
  { language, problems }: CaptionsForm,
) {
  const { id: talkId, title: talk } = await requireReplay(options, request)
  const { platform } = callerOf(request)
  const saved = await options.services.store.read(captionsOfTalk({ platformId: platform.id, talkId }))
  const { forms, captions: texts } = messagesOf(request).office
  return sendOfficePage(request, reply, { title: texts.title }, (csrf) => (
    <>
      <Crumb href={`/backoffice/talks/${talkId}`} text={talk} />
      <h1>{texts.title}</h1>
      <DoneNotice what={queryOf(request)('done')} />
      <ProblemSummary message={problems.length > 0 ? forms.notSaved : undefined} problems={problems}>
        <p>{texts.intro}</p>
        <Saved {...{ saved, talkId, csrf }} zone={zoneOf(request.visit)} />
        <UploadForm {...{ talkId, csrf, language, problems }} />
      </ProblemSummary>
    </>
  ))
}

type SavedProps = {
  saved: readonly { language: string; savedAt: number }[]
  talkId: string
  csrf: string
  zone: string
}

function Saved({ saved, talkId, csrf, zone }: SavedProps) {
  const { office, formats, time } = useMessages()
  const { captions: texts } = office
  if (saved.length === 0) return <p class="quiet">{texts.none}</p>
  return (
    <ul class="plain">
      {saved.map(({ language, savedAt }) => (
        <li>
          <Form action={`${captionsPagePath(talkId)}/remove`} csrf={csrf}>
            <input type="hidden" name="language" value={language} />
            {texts.saved({ language: formats.languageName(language), time: time.day(savedAt, zone) })}{' '}
            <button type="submit" aria-label={texts.removeIn({ language: formats.languageName(language) })}>
              {texts.remove}
            </button>
          </Form>
        </li>
      ))}
    </ul>
  )
}

function UploadForm({ talkId, csrf, language, problems }: CaptionsForm & { talkId: string; csrf: string }) {
  const { captions: texts } = useMessages().office
  return (
    <Form action={captionsPagePath(talkId)} csrf={csrf} hasFiles>
      <Field
        name="language"
        label={texts.language}
        value={language}
        hint={texts.languageHint}
        problems={problems}
        isRequired
      />
      <FileField problems={problems} />
      <div class="actions">
        <button class="primary" type="submit">
          {texts.save}
        </button>
      </div>
    </Form>
  )
}

function FileField({ problems }: { problems: readonly Problem[] }) {
  const { captions: texts } = useMessages().office
  const { id, own, marks } = useField({ name: 'file', label: texts.file, hint: texts.fileHint, problems })
  return (
    <div class="field">
      <label for={id}>{texts.file}</label>
      <input type="file" id={id} name="file" accept=".vtt,text/vtt" required {...marks} />
      <Notes id={id} hint={texts.fileHint} own={own} />
    </div>
  )
}
