// Shared by the pages of one object: its name, actions, and tabs, and the notice of the last action.
import type { ComponentChildren } from 'preact'
import { pageHooks } from '../../kernel/changes/features.ts'
import { type MoreLink, MoreMenu } from '../components/more-menu.tsx'
import { useMessages } from '../messages/use-messages.tsx'

export type ObjectArea = 'talks' | 'sponsors' | 'users' | 'surveys'

declare module '../../kernel/changes/features.ts' {
  interface FeaturePages {
    /** A tab of the pages of an object, with its own page. */
    objectTab?: { area: ObjectArea; name: Tab }
  }
}

type Tab = 'edit' | 'access' | 'ledgers' | 'attendance' | 'history' | 'delete'

type HeadProps = {
  area: ObjectArea
  id: string
  title: string
  current: Tab
  /** The object was deleted, and only its history is left. */
  isDeleted?: boolean
  /** The page that visitors see. */
  page?: { href: string; text: string }
  /** In the menu, before the deletion. */
  more?: readonly MoreLink[]
  /** Badges below the name. */
  children?: ComponentChildren
}

export function ObjectHead(props: HeadProps) {
  const { area, id, title, current, isDeleted = false, page, more = [], children } = props
  const texts = useMessages().office.objects
  const path = `/backoffice/${area}/${id}`
  const added = pageHooks.of('objectTab').filter((tab) => tab.area === area)
  const tabs: readonly Tab[] = ['edit', ...added.map(({ name }) => name), 'history']
  return (
    <>
      <Crumb href={`/backoffice/${area}`} text={texts[area].many} />
      <div class="list-head">
        <h1 dir="auto">{title}</h1>
        {isDeleted ? null : (
          <div class="list-head-actions">
            {page ? (
              <a class="button" href={page.href}>
                {page.text}
              </a>
            ) : null}
            <MoreMenu
              links={[...more, { href: `${path}/delete`, text: texts.tabs.delete, isDanger: true }]}
            />
          </div>
        )}
      </div>
      {children ? <div class="object-marks">{children}</div> : null}
      <nav class="tabs" aria-label={texts[area].one}>
        {tabs
          .filter((name) => !isDeleted || name === 'history')
          .map((name) => (
            <a
              href={name === 'edit' ? path : `${path}/${name}`}
              {...(name === current ? { 'aria-current': 'page' as const } : {})}
            >
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
