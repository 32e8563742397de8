// Reading without a connection.
import type { ComponentChildren } from 'preact'

export const offline = {
  title: 'You’re offline',
  text: 'This page was not saved on this device. Try again when you are connected.',
  links: (agenda: ComponentChildren, myAgenda: ComponentChildren) => [
    'Pages that you have opened before can be read offline, such as ',
    agenda,
    ' and ',
    myAgenda,
    '.',
  ],
  notice: 'You are offline. This is the page as you last opened it, so times may have changed.',
}
