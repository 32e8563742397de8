// The texts of a talk, edited by its speakers and moderators.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Field, Form, ProblemSummary } from '../../kit/components/form-fields.tsx'
import { SaveBar } from '../../kit/components/form-layout.tsx'
import { LanguageField } from '../../kit/components/language-field.tsx'
import { MAX_TEXT_BYTES } from '../../kit/limits.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import type { EditState } from '../../kit/office/edit-state.ts'
import { fieldBody, fieldValues } from '../../kit/office/field-values.ts'
import { asFields, rowsOf, sentValues, type Values } from '../../kit/office/form-values.ts'
import { saveForm } from '../../kit/office/save.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { sendAccountPage } from '../access/page-account-layout.tsx'
import { FileRows } from '../files/office-file-rows.tsx'
import { PictureField, uploadAssets } from '../files/page-upload-fields.tsx'
import { storeUploads } from '../files/page-uploads.ts'
import { type TalkTexts, TalkUpdate, talkFields, textAttributes } from '../talks/schema.ts'
import { changeTexts, readEditableTalk, textsOf } from './proposals.ts'
import type { ProposalRow } from './tables.ts'

type One = { Params: { id: string } }

export const talkTextRoutes: FastifyPluginAsync<WebOptions> = async (account, options) => {
  const { services } = options
  account.get<One>('/talks/:id', { config: { operation: 'talkTextsPage' } }, async (request, reply) => {
    const { talk, proposal } = await readEditableTalk(services, callerOf(request), request.params.id)
    const state = {
      values: textValues({ ...textsOf(talk), ...proposal?.changes }),
      version: talk.version,
      problems: [],
    }
    return show(request, reply, { title: talk.title, proposal, state })
  })

  account.post<One>(
    '/talks/:id',
    { config: { operation: 'changeTalkTexts', acceptsUploads: true }, bodyLimit: MAX_TEXT_BYTES },
    async (request, reply) => {
      const caller = callerOf(request)
      const { talk, proposal } = await readEditableTalk(services, caller, request.params.id)
      const fileProblems = await storeUploads(options, request, { pictures: ['image'], documents: 'files' })
      const values = sentValues(request)
      const outcome = await saveForm({
        current: talk,
        values,
        lists: ['files'],
        body: textBody(values),
        schema: TalkUpdate,
        messages: messagesOf(request),
        earlierProblems: fileProblems,
        save: (texts, precondition) => changeTexts(services, caller, { talk, texts, precondition }),
      })
      if (outcome.status === 'again')
        return show(request, reply.code(outcome.code), { title: talk.title, proposal, state: outcome.state })
      const { talkEditing } = caller.platform.settings
      return reply.redirect(`/account?done=${talkEditing === 'direct' ? 'talk' : 'proposal'}`, 303)
    },
  )
}

const textValues = (texts: TalkTexts): Values => asFields(fieldValues(talkFields, texts))

const textBody = (values: Values) => {
  const body = fieldBody(talkFields, values, { isNew: false })
  return Object.fromEntries(textAttributes.map((name) => [name, body[name]]))
}

type Shown = { title: string; proposal: ProposalRow | undefined; state: EditState }

function show(request: FastifyRequest, reply: FastifyReply, { title, proposal, state }: Shown) {
  const { talkEditing } = callerOf(request).platform.settings
  const { talkTexts: texts } = messagesOf(request).account
  const assets = uploadAssets(['forms.js'])
  return sendAccountPage(
    request,
    reply,
    title,
    (csrf) => (
      <>
        {proposal ? <ProposalNotice proposal={proposal} /> : null}
        {talkEditing === 'approval' ? <p>{texts.needsApproval}</p> : <p>{texts.isDirect}</p>}
        <TalkTextForm
          action={request.url}
          csrf={csrf}
          state={state}
          isProposal={talkEditing === 'approval'}
        />
      </>
    ),
    assets,
  )
}

function ProposalNotice({ proposal: { state, reason } }: { proposal: ProposalRow }) {
  const { talkTexts: texts } = useMessages().account
  return (
    <div class={state === 'open' ? 'notice' : 'notice warning'}>
      <p>{state === 'open' ? texts.waiting : texts.rejected}</p>
      {reason ? (
        <p dir="auto">
          <strong>{reason}</strong>
        </p>
      ) : null}
    </div>
  )
}

type FormProps = { action: string; csrf: string; state: EditState; isProposal: boolean }

function TalkTextForm({ action, csrf, state, isProposal }: FormProps) {
  const { account, forms, office } = useMessages()
  const { form: labels } = office.talks
  const { values, problems, version, message, newer } = state
  const at = (name: string) => ({ name, value: values[name] ?? '', problems })
  const submit = isProposal ? account.talkTexts.propose : forms.save
  return (
    <ProblemSummary message={newer === undefined ? message : account.talkTexts.newer} problems={problems}>
      <Form action={action} csrf={csrf} hasFiles>
        <button class="visually-hidden" type="submit" name="do" value="save" tabIndex={-1} aria-hidden="true">
          {submit}
        </button>
        <input type="hidden" name="version" value={newer ?? version ?? ''} />
        <Field label={labels.title} isRequired {...at('title')} />
        <Field
          label={labels.description}
          rows={6}
          limit={800}
          preview="markdown"
          hint={labels.descriptionHint}
          {...at('description')}
        />
        <Field
          label={labels.details}
          rows={10}
          limit={10_000}
          preview="markdown"
          hint={labels.detailsHint}
          {...at('details')}
        />
        <LanguageField label={labels.language} placeholder={labels.languageOfEvent} {...at('language')} />
        <PictureField label={labels.image} kind="image" {...at('image')} />
        <FileRows rows={rowsOf(values, 'files')} problems={problems} />
        <SaveBar text={submit}>
          <a class="button" href="/account">
            {office.forms.cancel}
          </a>
        </SaveBar>
      </Form>
    </ProblemSummary>
  )
}
