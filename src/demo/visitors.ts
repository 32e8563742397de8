// The attendees of the demo: accounts outside the programme, with every registration status.
import type { RegistrationStatus } from '../features/people/schema.ts'
import type { DemoPerson } from './person.ts'

export type DemoVisitor = DemoPerson & { registration: RegistrationStatus }

export const visitors = {
  ottoline: {
    name: ['Ottoline', 'Greywether'],
    work: ['Librarian', 'Public Library of Larkhaven'],
    home: ['Larkhaven', 'United Kingdom', 'Europe/London'],
    about: 'Here for the talk on captions and the biscuits.',
    tags: ['captions'],
    status: 'Employed',
    registration: 'accepted',
  },
  chukwudi: {
    name: ['Chukwudi', 'Anyaegbor'],
    work: ['Computer science student', null],
    home: ['Nsukka', 'Nigeria', 'Africa/Lagos'],
    about: 'First conference. Has read the whole programme twice.',
    tags: ['web', 'tests'],
    status: 'Student',
    registration: 'accepted',
  },
  valentina: {
    name: ['Valentina', 'Sottocampo'],
    work: ['Product designer', null],
    home: ['Matera', 'Italy', 'Europe/Rome'],
    about: 'Between jobs, and in no hurry.',
    tags: ['design'],
    status: 'Looking for a job',
    registration: 'accepted',
  },
  pavel: {
    name: ['Pavel', 'Dubrovec'],
    work: ['Translator', null],
    home: ['Olomouc', 'Czechia', 'Europe/Prague'],
    about: 'Translates manuals and laughs in all the right places.',
    tags: ['writing'],
    status: 'Freelancer',
    registration: 'accepted',
  },
  nayeli: {
    name: ['Nayeli', 'Xochipiltzi'],
    work: ['Co-founder', 'Marmalade Telescope'],
    home: ['Oaxaca', 'Mexico', 'America/Mexico_City'],
    about: 'Organizes a kite festival and thinks it needs an API.',
    tags: ['APIs', 'weather'],
    status: 'Working for a startup',
    registration: 'in_review',
  },
  henrike: {
    name: ['Henrike', 'Tannenbrook'],
    work: ['Teacher', 'School at the Old Ferry'],
    home: ['Cuxhaven', 'Germany', 'Europe/Berlin'],
    about: '',
    tags: ['teaching'],
    status: 'Employed',
    registration: 'in_review',
  },
  jomar: {
    name: ['Jomar', 'Delacruzan'],
    work: ['Music student', null],
    home: ['Iloilo', 'Philippines', 'Asia/Manila'],
    about: 'Wants to know how the sound works.',
    tags: ['sound'],
    status: 'Student',
    registration: 'in_review',
  },
  lead: {
    name: ['Growth', 'Hackington'],
    work: ['Chief Synergy Officer', 'Ten Thousand Leads Overnight'],
    home: ['Everywhere', 'Nowhere', 'UTC'],
    about: 'Would love fifteen minutes with every single attendee.',
    tags: [],
    status: 'Freelancer',
    registration: 'rejected',
  },
  double: {
    name: ['Ottoline', 'Greywether'],
    work: ['Librarian', null],
    home: ['Larkhaven', 'United Kingdom', 'Europe/London'],
    about: 'Registered a second time by mistake.',
    tags: [],
    status: 'Employed',
    registration: 'rejected',
  },
} as const satisfies Record<string, DemoVisitor>
