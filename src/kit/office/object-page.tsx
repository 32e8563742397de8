// Shared by the pages of one object: its name and tabs, and the notice of the last action.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../messages/use-messages.tsx'

export type ObjectArea = 'talks' | 'sponsors' | 'users' | 'surveys'

type HeadProps = {
  area: ObjectArea
  id: string
  title: string
  current: 'edit' | 'access' | 'ledgers' | 'attendance' | 'history' | 'delete'
  /** The object was deleted, and only its history is left. */
  isDeleted?: boolean
  /** Shown under the name: badges and links. */
  children?: ComponentChildren
}

export function ObjectHead({ area, id, title, current, isDeleted = false, children }: HeadProps) {
  const texts = useMessages().office.objects
  const path = `/backoffice/${area}/${id}`
  const tabs = [
    ['edit', path],
    ...(area === 'users'
      ? ([
          ['access', `${path}/access`],
          ['ledgers', `${path}/ledgers`],
        ] as const)
      : []),
    ...(area === 'talks' ? [['attendance', `${path}/attendance`] as const] : []),
    ['history', `${path}/history`],
    ['delete', `${path}/delete`],
  ] as const
  return (
    <>
      <NewHead area={area} title={title} />
      {children ? <div class="object-marks">{children}</div> : null}
      <nav class="tabs" aria-label={texts[area].one}>
        {tabs
          .filter(([name]) => !isDeleted || name === 'history')
          .map(([name, href]) => (
            <a href={href} {...(name === current ? { 'aria-current': 'page' as const } : {})}>
              {texts.tabs[name]}
            </a>
          ))}
      </nav>
    </>
  )
}

export function NewHead({ area, title }: { area: ObjectArea; title: string }) {
  const texts = useMessages().office.objects
  return (
    <>
      <Crumb href={`/backoffice/${area}`} text={texts[area].many} />
      <h1 dir="auto">{title}</h1>
    </>
  )
}

/** The link to the page above this one. */
export function Crumb({ href, text }: { href: string; text: string }) {
  return (
    <p class="crumb">
      <a dir="auto" href={href}>
        {text}
      </a>
    </p>
  )
}

/** The action of the previous form, by its short name in the URL. */
export function DoneNotice({ what }: { what: string | undefined }) {
  const texts: Readonly<Record<string, string>> = useMessages().office.frame.done
  const text = what !== undefined && Object.hasOwn(texts, what) ? texts[what] : undefined
  return <StatusNotice text={text} />
}

/** Renders nothing without a text. */
export function StatusNotice({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <div class="notice success" role="status">
      <p>{text}</p>
    </div>
  )
}
