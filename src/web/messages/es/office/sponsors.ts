// Sponsors: their list and their form.
import type { Messages } from '../../messages.ts'
import { list } from '../formats.ts'

export const sponsors: Messages['office']['sponsors'] = {
  title: 'Patrocinadores',
  searchHint: 'Nombre o ID externo',
  name: 'Nombre',
  level: 'Nivel',
  allLevels: 'Todos los niveles',
  visibility: 'Visibilidad',
  visible: {
    highlight: 'Destacado',
    lobby: 'Vestíbulo',
    page: 'Página propia',
    sponsorsPage: 'Página de patrocinadores',
  },
  speakers: 'Ponentes',
  updated: 'Cambio',
  noSponsors: 'Aún no hay patrocinadores.',
  noSponsorsAdvice: (add, createKey) => [
    add('Añade el primer patrocinador'),
    ' o ',
    createKey('crea una clave de API'),
    ' para que otro sistema envíe patrocinadores.',
  ],
  noMatches: 'No hay patrocinadores que coincidan.',
  form: {
    new: 'Nuevo patrocinador',
    logo: 'URL del logotipo',
    icon: 'URL del icono',
    website: 'URL del sitio web',
    urlHint: 'Una URL https.',
    color: 'Color',
    colorHint: 'Un color hexadecimal como #0a7d55.',
    displayInLobby: 'Mostrar en el vestíbulo',
    displayInLobbyHint: 'Se muestra en la página de inicio.',
    highlight: 'Destacar',
    highlightHint: 'Resalta entre los patrocinadores.',
    hasPage: 'Página propia',
    hasPageHint: 'Enlaza a una página con el contenido de abajo.',
    pageContent: 'Contenido de la página',
    pageContentHint: 'Los scripts, estilos y marcos en HTML se eliminan al mostrar la página.',
    pageFormat: 'Formato de la página',
    pageFormats: { html: 'HTML', markdown: 'Markdown' },
    speakersHint: 'Las personas que hablan en nombre del patrocinador.',
    externalIdHint: 'Otros sistemas pueden referirse a este patrocinador con ext: seguido de este ID.',
  },
  deletion: {
    sponsor: 'El patrocinador y su logotipo en la página de patrocinadores',
    sponsorWithPage: 'El patrocinador, su logotipo en la página de patrocinadores y su página',
    accounts: (emails) => `Las cuentas de sus ponentes: ${list(emails)}`,
  },
}
