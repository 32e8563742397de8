// The e-mails whose texts can be changed, and the languages in which they were.
import { textKinds } from '../../kernel/outbox/schema.ts'
import { useMessages } from '../../kit/messages/use-messages.tsx'
import { EMAIL_TEXTS } from '../../kit/office/paths.ts'
import type { PlatformRow } from '../platforms/tables.ts'

export function EmailTextList({ platform }: { platform: PlatformRow }) {
  const { emails: texts } = useMessages().office
  const isChanged = (kind: string) => platform.settings.emailTexts.some((own) => own.kind === kind)
  return (
    <section>
      <h2>{texts.texts}</h2>
      <p class="quiet">{texts.textsIntro}</p>
      <div class="panel">
        <ul class="rows">
          {textKinds.map((kind) => (
            <li>
              <span>
                <a class="row-link" href={`${EMAIL_TEXTS}/${kind}`}>
                  {texts.kinds[kind]}
                </a>{' '}
                {isChanged(kind) ? <span class="badge">{texts.changed}</span> : null}
                <span class="quiet email-occasion">{texts.occasions[kind]}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
