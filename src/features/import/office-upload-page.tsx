// The first page of an import: the file, and unfinished imports.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Choice, Form } from '../../kit/components/form-fields.tsx'
import { FoldedGroup } from '../../kit/components/form-layout.tsx'
import { Icon } from '../../kit/components/icon.tsx'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { sendOfficePage } from '../../kit/office/office-layout.tsx'
import { IMPORT, TEMPLATES } from '../../kit/office/paths.ts'
import { callerOf, messagesOf } from '../../kit/pages/visit.ts'
import type { WebOptions } from '../../kit/pages/web-options.ts'
import { MAX_IMPORT_BYTES } from './limits.ts'
import { ImportFrame } from './office-frame.tsx'
import { importStateOf, listOwnImports } from './uploaded-imports.ts'
import type { ImportSummary } from './uploaded-imports-store.ts'

const MEGABYTES = MAX_IMPORT_BYTES / 2 ** 20
const ACCEPTED = '.json,.xml,.csv,.tsv,.txt,.xlsx,application/json,application/xml,text/csv'

/** Usual encodings of CSV files that are neither UTF-8 nor UTF-16 (labels of the Encoding Standard). */
export const encodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'shift_jis',
  'gb18030',
] as const

/** `problem` is the reason the uploaded file cannot be imported. */
export async function sendUploadPage(
  { services }: WebOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  problem?: string,
) {
  const { uploadTitle: title } = messagesOf(request).office.imports
  const recent = await listOwnImports(services, callerOf(request))
  const page = { title, scripts: ['import.js'], styles: ['import.css'] }
  return sendOfficePage(request, reply, page, (csrf) => (
    <ImportFrame step="upload" title={title}>
      <UploadForm csrf={csrf} problem={problem} />
      <Recent imports={recent} now={services.clock.now()} csrf={csrf} />
    </ImportFrame>
  ))
}

function UploadForm({ csrf, problem }: { csrf: string; problem: string | undefined }) {
  const { imports: texts } = useMessages().office
  const described = [
    'field-file-hint',
    'field-file-formats',
    ...(problem ? ['field-file-problem'] : []),
  ].join(' ')
  return (
    <>
      {problem ? (
        <div class="notice danger" role="alert">
          <p>{texts.notRead}</p>
          <ul>
            <li>
              <a href="#field-file">{texts.file}</a>: {problem}
            </li>
          </ul>
        </div>
      ) : null}
      <p class="quiet">{texts.intro}</p>
      <Form action={IMPORT} csrf={csrf} class="import-upload" hasFiles>
        <div class="field import-drop" data-drop>
          <Icon name="upload" />
          <p class="import-drop-text">
            <strong>{texts.drop}</strong>
            <span class="quiet">{texts.dropNote}</span>
          </p>
          <label for="field-file">{texts.file}</label>
          <input
            type="file"
            id="field-file"
            name="file"
            // A browser that goes back must not choose the file again, which would be uploaded at once.
            autoComplete="off"
            required
            accept={ACCEPTED}
            aria-describedby={described}
            {...(problem ? { 'aria-invalid': 'true' as const } : {})}
          />
          <p class="hint" id="field-file-hint">
            {texts.fileHint({ megabytes: MEGABYTES })}
          </p>
          {problem ? (
            <p class="problem" id="field-file-problem">
              {problem}
            </p>
          ) : null}
        </div>
        <div class="import-formats quiet" id="field-file-formats">
          {texts.formats.map((line) => (
            <p>{line}</p>
          ))}
        </div>
        <div class="import-templates quiet">
          <p>{texts.templates}</p>
          {(['xlsx', 'csv'] as const).map((format) => (
            <a class="button" href={TEMPLATES[format]} download>
              {texts.templateFiles[format]}
            </a>
          ))}
        </div>
        <FoldedGroup title={texts.encoding} set={texts.encodings.auto} isOpen={problem !== undefined}>
          <Choice
            name="encoding"
            label={texts.encoding}
            value=""
            options={[
              ['', texts.encodings.auto],
              ...encodings.map((name) => [name, texts.encodings[name]] as const),
            ]}
            hint={texts.encodingHint}
          />
        </FoldedGroup>
        <div class="actions import-submit">
          <button class="primary" type="submit">
            {texts.upload}
          </button>
        </div>
      </Form>
    </>
  )
}

function Recent({ imports, now, csrf }: { imports: readonly ImportSummary[]; now: number; csrf: string }) {
  const { office, time } = useMessages()
  const texts = office.imports
  if (imports.length === 0) return null
  return (
    <section>
      <h2>{texts.recent}</h2>
      <ul class="rows">
        {imports.map((one) => {
          const state = importStateOf(one, now)
          return (
            <li>
              <a href={`${IMPORT}/${one.id}`}>{one.fileName}</a>
              <span class="quiet">
                {texts.states[state]}, {time.fromNow(one.changedAt, now)}
              </span>
              {state === 'running' ? null : (
                <Form action={`${IMPORT}/${one.id}/discard`} csrf={csrf}>
                  <button
                    type="submit"
                    aria-label={(state === 'done' ? texts.removeNamed : texts.discardNamed)({
                      name: one.fileName,
                    })}
                  >
                    {state === 'done' ? texts.remove : texts.discard}
                  </button>
                </Form>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
