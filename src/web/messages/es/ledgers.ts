// Points, credits, and who may watch.
import type { Messages } from '../messages.ts'
import { number, plural } from './formats.ts'

const credits = (count: number) => plural(count, { one: '# crédito', other: '# créditos' })
const points = (count: number) => plural(count, { one: '# punto', other: '# puntos' })

export const ledgers: Messages['ledgers'] = {
  credits,
  points,
  lock: {
    signIn: 'Iniciar sesión',
    costs: {
      live: (price) => `Ver esta charla en directo cuesta ${credits(price)}.`,
      replay: (price) => `Ver la grabación cuesta ${credits(price)}.`,
    },
    balance: (balance) => `Tienes ${credits(balance)}.`,
    open: (price) => `Ver por ${credits(price)}`,
    upcoming: (price) => `Ver esta charla cuesta ${credits(price)}.`,
  },
  open: {
    title: { live: 'Ver en directo', replay: 'Ver la grabación' },
    text: {
      live: (talk, price) => ['Ver ', talk, ` en directo cuesta ${credits(price)}.`],
      replay: (talk, price) => ['Ver la grabación de ', talk, ` cuesta ${credits(price)}.`],
    },
    once: 'Pagas una sola vez y puedes volver siempre que quieras.',
    after: (left) => `Te quedarán ${credits(left)}.`,
    tooFew: (balance, price) =>
      `Tienes ${credits(balance)} y esta charla cuesta ${credits(price)}. Pide más al equipo organizador.`,
    confirm: (price) => `Usar ${credits(price)}`,
    decline: 'Ahora no',
    back: 'Volver a la charla',
  },
  none: 'Nada por ahora.',
  signed: (amount) => (amount > 0 ? `+${number(amount)}` : number(amount)),
  withMode: (what, mode) => `${what} (${mode})`,
  account: {
    rank: (rank) => `Puesto ${number(rank)}`,
    leaderboard: 'Clasificación',
  },
  leaderboard: {
    title: 'Clasificación',
    empty: 'Nadie tiene puntos todavía.',
    rank: 'Puesto',
    name: 'Nombre',
    points: 'Puntos',
    you: 'Tú',
    number,
    own: (count) => `Tienes ${points(count)}.`,
    notListed: 'No apareces en la clasificación.',
    change: 'Elegir si quieres aparecer',
  },
  privacy: {
    listed: 'Mostrarme en la clasificación',
    listedHint:
      'Las personas con la sesión iniciada ven tu nombre y tus puntos, también en tu perfil si tienes uno.',
  },
  pointKinds: {
    watched: 'Charla vista',
    question: 'Pregunta hecha',
    survey: 'Encuesta respondida',
    granted: 'Concedidos',
  },
  creditKinds: { grant: 'Concedidos', debit: 'Usados', refund: 'Reembolsados' },
  modes: { live: 'directo', replay: 'grabación' },
}
