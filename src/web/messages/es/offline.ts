// Reading without a connection.
import type { Messages } from '../messages.ts'

export const offline: Messages['offline'] = {
  title: 'Estás sin conexión',
  text: 'Esta página no está guardada en este dispositivo. Inténtalo de nuevo cuando tengas conexión.',
  links: (agenda, myAgenda) => [
    'Puedes leer sin conexión las páginas que ya has abierto, como ',
    agenda,
    ' y ',
    myAgenda,
    '.',
  ],
  notice:
    'Estás sin conexión. Esta es la página tal como la abriste por última vez. Los horarios pueden haber cambiado.',
}
