// The first steps of a new platform.
import type { Messages } from '../../messages.ts'
import { number } from '../formats.ts'

export const firstSteps: Messages['office']['firstSteps'] = {
  title: 'Primeros pasos',
  progress: (done, all) => `${number(done)} de ${number(all)} listos`,
  done: 'Listo',
  dismiss: 'No mostrar más',
  steps: {
    zone: {
      title: 'Confirma la zona horaria',
      text: 'En ella se muestra el programa y se leen las horas de los archivos.',
    },
    logo: {
      title: 'Añade tu logo',
      text: 'Aparece en todas las páginas. Allí también están los colores y el banner.',
    },
    programme: {
      title: 'Trae el programa',
      text: 'Importa una hoja de cálculo o una exportación, rellena una plantilla o añade tú la primera charla.',
    },
    colleagues: {
      title: 'Invita a tu equipo',
      text: 'Crea una cuenta y conviértela en administradora en la pestaña «Acceso».',
    },
    site: { title: 'Mira tu sitio', text: 'Así lo ven los visitantes.' },
    key: {
      title: 'Crea una clave de API',
      text: 'Otro sistema podrá enviar charlas, patrocinadores y personas. Recibes una orden que funciona al momento.',
    },
  },
  confirm: 'Confirmar',
  addLogo: 'Abrir los ajustes',
  importFile: 'Importar un archivo',
  addTalk: 'Añadir una charla',
  templateXlsx: 'Plantilla de Excel',
  templateCsv: 'Plantilla CSV',
  invite: 'Cuenta nueva',
  viewSite: 'Ver el sitio',
  createKey: 'Crear clave de API',
}
