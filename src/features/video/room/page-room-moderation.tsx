// What moderators see and do on the stage of a room: raised hands, invitations, people they have removed, and the lock.
import type { ComponentChildren } from 'preact'
import { useMessages } from '../../../kit/messages/use-messages.tsx'

export function Moderation() {
  const { room: texts } = useMessages()
  return (
    <div class="room-moderator" data-moderation hidden>
      <List name="hands" title={texts.hands} empty={texts.noHands}>
        <button type="button" class="primary" data-do="invite">
          {texts.invite}
        </button>
        <button type="button" data-do="dismiss">
          {texts.dismiss}
        </button>
      </List>
      <List name="invited" title={texts.invitedPeople}>
        <button type="button" data-do="withdraw">
          {texts.withdraw}
        </button>
      </List>
      <List name="removed" title={texts.removedPeople}>
        <button type="button" data-do="let_back">
          {texts.letBack}
        </button>
      </List>
      <p class="actions">
        <button type="button" data-stage="lock">
          {texts.lock}
        </button>
        <button type="button" data-stage="unlock" hidden>
          {texts.unlock}
        </button>
        <button type="button" class="danger" data-ask>
          {texts.end}
        </button>
      </p>
      <dialog class="dialog room-dialog" aria-labelledby="end-title" data-dialog>
        <h2 id="end-title">{texts.endTitle}</h2>
        <p>{texts.endText}</p>
        <form method="dialog" class="actions">
          <button type="submit" class="danger" data-stage="end">
            {texts.end}
          </button>
          <button type="submit">{texts.cancel}</button>
        </form>
      </dialog>
    </div>
  )
}

type ListProps = { name: string; title: string; empty?: string; children: ComponentChildren }

/** A list that the script fills. Without a text for that, it is hidden while it is empty. */
function List({ name, title, empty, children }: ListProps) {
  return (
    <section data-list={name} aria-labelledby={name} {...(empty ? {} : { hidden: true })}>
      <h3 id={name}>
        {title} <span class="badge" data-count hidden></span>
      </h3>
      <ol class="room-people"></ol>
      {empty ? (
        <p class="quiet" data-empty>
          {empty}
        </p>
      ) : null}
      <template>
        <li>
          <strong dir="auto" data-name></strong>
          <span class="room-moderation">{children}</span>
        </li>
      </template>
    </section>
  )
}
