// Who watched a talk.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const attendance: Messages['office']['attendance'] = {
  title: (talk) => `Asistencia a ${talk}`,
  none: 'Nadie ha visto esta charla todavía.',
  count: (count) => number(count),
  figures: {
    live: (count) => plural(count, { one: 'persona en directo', other: 'personas en directo' }),
    visitors: (count) => plural(count, { one: 'visitante sin cuenta', other: 'visitantes sin cuenta' }),
    most: 'espectadores como máximo',
    average: 'de media, en directo',
    replay: (count) =>
      plural(count, { one: 'espectador de la grabación', other: 'espectadores de la grabación' }),
  },
  live: 'Directo',
  replay: 'Grabación',
  liveSummary: (most) => `Espectadores durante la charla, ${number(most)} como máximo.`,
  replaySummary: (most) => `Espectadores de la grabación por día, ${number(most)} como máximo.`,
  asTable: 'Mostrar como tabla',
  time: (zone) => `Hora, ${zone}`,
  day: 'Día',
  viewers: 'Espectadores',
  people: 'Personas',
  peopleHint:
    'Personas con cuenta, de más a menos tiempo, 100 como máximo. El archivo exportado incluye a todas.',
  minutes: (minutes) => `${number(minutes)} min`,
  name: 'Nombre',
  email: 'Correo electrónico',
}
