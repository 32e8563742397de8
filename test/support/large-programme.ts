// A generated programme of any size, as a source would send it. Every talk has two of the people as speakers.

const DAYS = 5
const SLOTS = 16

type Size = { talks: number; people: number }

/** A body for PUT /programme, with talks on five days and in many tracks. */
export const largeProgramme = ({ talks, people }: Size) => ({
  source: 'generated',
  people: Array.from({ length: people }, (_none, index) => person(index)),
  talks: Array.from({ length: talks }, (_none, index) => talk(index, people)),
})

const person = (index: number) => ({
  externalId: `person-${index}`,
  email: `person-${index}@example.org`,
  firstName: `First${index}`,
  lastName: `Last${index}`,
  job: 'Engineer',
  company: `Company ${index % 300}`,
  description: 'Speaks now and then about what went wrong, and what it taught.',
  tags: [`Topic ${index % 40}`],
})

function talk(index: number, people: number) {
  const speakers = [(2 * index) % people, (2 * index + 1) % people].map((place) => {
    const { email, firstName, lastName } = person(place)
    return { email, firstName, lastName }
  })
  return {
    externalId: `talk-${index}`,
    title: `Talk ${index} of a long programme`,
    description: 'A typical description of a talk: a few sentences about its audience. '.repeat(3),
    speakers,
    start: new Date(
      Date.UTC(2027, 2, 1 + (index % DAYS), 8) + (Math.floor(index / DAYS) % SLOTS) * 30 * 60_000,
    ),
    duration: 30,
    track: `Track ${index % 25}`,
    tags: [`Topic ${index % 40}`],
    featured: index % 100 === 0,
    recommended: index % 10 === 0,
    keynote: index % 250 === 0,
  }
}
