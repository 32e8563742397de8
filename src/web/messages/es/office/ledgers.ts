// Points and credits in the Back Office, and the settings of live talks.
import type { Messages } from '../../messages.ts'
import { plural } from '../formats.ts'

const credits = (count: number) => plural(count, { one: '# crédito', other: '# créditos' })

export const ledgers: Messages['office']['ledgers'] = {
  settings: {
    watching: 'Quién puede ver las charlas',
    watchingOptions: {
      everyone: 'Todo el mundo',
      signed_in: 'Quien haya iniciado sesión',
      accepted: 'Solo personas con la inscripción aceptada',
    },
    watchingHint: 'Para participar en chats, preguntas o encuestas siempre se necesita una cuenta.',
    chat: 'Chat',
    holdsLinks: 'Retener los mensajes con enlaces hasta que la moderación los apruebe',
    heldWords: 'Palabras que se retienen para revisión',
    heldWordsHint: 'Una por línea. Los mensajes con una de estas palabras esperan a la moderación.',
    points: 'Puntos',
    watched: 'Por cada cinco minutos de visionado',
    question: 'Por una pregunta',
    questionHint: 'Cuenta como máximo una pregunta cada cinco minutos.',
    survey: 'Por una encuesta respondida',
    pointsHint: '0 desactiva una regla. Para desactivar todos los puntos, usa la pestaña Funciones.',
    credits: 'Créditos',
    creditsOn: 'Ver charlas cuesta créditos',
    creditsHint: 'El equipo y las personas de una charla nunca pagan.',
    price: 'Precio de una charla',
    priceHint: 'En créditos. Cada charla puede tener su propio precio.',
    grant: 'Conceder créditos a muchas personas',
  },
  user: {
    credits,
    points: (total) => plural(total, { one: '# punto', other: '# puntos' }),
    off: 'Los puntos y los créditos están desactivados. Actívalos en la configuración.',
    kind: 'Cambio',
    kinds: { grant: 'Conceder', debit: 'Quitar' },
    amount: 'Créditos',
    note: 'Nota',
    noteHint: 'Opcional. La persona la ve.',
    saveCredits: 'Cambiar créditos',
    pointsField: 'Puntos',
    pointsHint: 'En negativo para quitar puntos.',
    reason: 'Motivo',
    reasonHint: 'La persona lo ve.',
    savePoints: 'Conceder puntos',
  },
  upload: {
    title: 'Conceder créditos',
    intro: 'Una persona por línea: el correo electrónico, el número de créditos y, si quieres, una nota.',
    file: 'Archivo CSV',
    fileHint: 'Las filas del archivo se añaden abajo.',
    rows: 'Filas',
    submit: 'Conceder créditos',
    unreadable: 'Las filas no son un CSV válido. Revisa las comillas.',
    empty: 'Escribe al menos una fila.',
    tooMany: (most) =>
      plural(most, { one: 'Escribe # fila como máximo.', other: 'Escribe # filas como máximo.' }),
    notGranted: 'No se ha concedido nada. Corrige estas filas e inténtalo de nuevo:',
    format: (line) => `La fila ${line} necesita un correo electrónico y un número entero de créditos.`,
    refused: (line, why) => `Fila ${line}: ${why}`,
  },
  price: {
    title: (talk) => `Precio de “${talk}”`,
    link: 'Precio',
    label: 'Créditos',
    hint: (price) => `Déjalo vacío para aplicar el precio de la plataforma (${credits(price)}).`,
  },
}
