// The home page.
import type { Messages } from '../messages.ts'
import { plural } from './formats.ts'

export const home: Messages['home'] = {
  noProgramme: 'El programa se anunciará pronto.',
  watchLive: 'Ver el directo',
  watchAgain: 'Volver a ver',
  viewAgenda: 'Ver el programa',
  meetSpeakers: 'Conocer a los ponentes',
  timeZone: (zone) => `Todas las horas son de ${zone}`,
  startsIn: 'Tiempo hasta el comienzo',
  over: 'El evento ha terminado',
  liveCount: (count) => plural(count, { one: '# charla en directo', other: '# charlas en directo' }),
  live: 'En directo',
  next: 'A continuación',
  first: 'Primeras charlas',
  featured: 'Destacado',
  recorded: 'Vuelve a verlas',
  allSpeakers: 'Todos los ponentes',
  allSponsors: 'Todos los patrocinadores',
  setup: {
    title: 'Este sitio aún no está configurado.',
    text: 'Para configurarlo, abre el enlace de configuración que mostró el servidor al arrancar. El enlace funciona durante 24 horas. Reinicia el servidor para obtener uno nuevo.',
  },
}
