// The first steps of a new platform.
import { number } from '../formats.ts'

export const firstSteps = {
  title: 'First steps',
  progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
  done: 'Done',
  dismiss: 'Do not show again',
  steps: {
    zone: {
      title: 'Confirm the time zone',
      text: 'The programme is shown in it, and times of files are read in it.',
    },
    logo: {
      title: 'Add your logo',
      text: 'It is shown on every page. Colors and the banner are there, too.',
    },
    programme: {
      title: 'Bring in the programme',
      text: 'Import a spreadsheet or an export, fill in a template, or add the first talk by hand.',
    },
    colleagues: {
      title: 'Invite your colleagues',
      text: 'Create a user, and make that user an admin on the Access tab.',
    },
    site: { title: 'View your site', text: 'See what visitors see.' },
    key: {
      title: 'Create an API key',
      text: 'Another system can then send talks, sponsors, and people. You get a command that works at once.',
    },
  },
  confirm: 'Confirm',
  addLogo: 'Open settings',
  importFile: 'Import a file',
  addTalk: 'Add a talk',
  templateXlsx: 'Excel template',
  templateCsv: 'CSV template',
  invite: 'New user',
  viewSite: 'View site',
  createKey: 'Create API key',
}
