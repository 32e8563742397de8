// Who watched a talk.
import type { Messages } from '../../messages.ts'
import { number, plural } from '../formats.ts'

export const attendance: Messages['office']['attendance'] = {
  title: (talk) => `Présence à ${talk}`,
  none: 'Personne n’a encore regardé cette conférence.',
  count: (count) => number(count),
  figures: {
    live: (count) =>
      plural(count, { one: 'personne présente en direct', other: 'personnes présentes en direct' }),
    visitors: (count) => plural(count, { one: 'visiteur sans compte', other: 'visiteurs sans compte' }),
    most: 'spectateurs au maximum',
    average: 'en moyenne, en direct',
    replay: (count) => plural(count, { one: 'spectateur du replay', other: 'spectateurs du replay' }),
  },
  live: 'Direct',
  replay: 'Replay',
  liveSummary: (most) => `Spectateurs pendant la conférence, ${number(most)} au maximum.`,
  replaySummary: (most) => `Spectateurs du replay par jour, ${number(most)} au maximum.`,
  asTable: 'Afficher sous forme de tableau',
  time: (zone) => `Heure, ${zone}`,
  day: 'Jour',
  viewers: 'Spectateurs',
  people: 'Personnes',
  peopleHint:
    'Les personnes ayant un compte, de la plus longue durée à la plus courte, 100 au maximum. Le fichier exporté contient tout le monde.',
  minutes: (minutes) => `${number(minutes)} min`,
  name: 'Nom',
  email: 'Adresse e-mail',
}
