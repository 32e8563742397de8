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
      <ul class="email-texts">
        {textKinds.map((kind) => (
          <li class="card">
            <p>
              <a href={`${EMAIL_TEXTS}/${kind}`}>{texts.kinds[kind]}</a>{' '}
              {isChanged(kind) ? <span class="badge">{texts.changed}</span> : null}
            </p>
            <p class="quiet">{texts.occasions[kind]}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
