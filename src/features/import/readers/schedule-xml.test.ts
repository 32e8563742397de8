// Schedules in XML: their encodings, and texts with elements inside.
import { describe, expect, it } from 'vitest'
import { openFile, readContent } from './read-file.ts'

const schedule = (event: string, declaration = '<?xml version="1.0"?>') =>
  `${declaration}<schedule><conference><title>S</title></conference><day date="2027-06-01"><room name="H"><event id="1"><start>10:00</start><duration>00:30</duration><title>Größe</title>${event}</event></room></day></schedule>`

const read = async (bytes: Buffer) => readContent(await openFile(bytes), { timeZone: 'UTC' }).events[0]

describe('the encoding', () => {
  it.each(['ISO-8859-1', 'windows-1252'])('is %s if the file says so', async (encoding) => {
    const text = schedule('', `<?xml version="1.0" encoding="${encoding}"?>`)
    expect(await read(Buffer.from(text, 'latin1'))).toMatchObject({ title: 'Größe' })
  })

  it.each(['UTF-8', 'UTF-16', 'nonesuch'])('is UTF-8 in a file in UTF-8 that says %s', async (encoding) => {
    const text = schedule('', `<?xml version='1.0' encoding='${encoding}'?>`)
    expect(await read(Buffer.from(text))).toMatchObject({ title: 'Größe' })
  })

  it('that is wrong is reported without advice about tables', async () => {
    await expect(openFile(Buffer.from(schedule(''), 'latin1'))).rejects.toThrow(
      'The file is not UTF-8, although it says so or names no other encoding. Save it in UTF-8, or name its encoding, such as --encoding windows-1252.',
    )
  })
})

it('has the text of elements inside texts in its place', async () => {
  const description = 'One <b>two</b> three, <i>four <b>five</b></i>.<p>Next</p><p>Last</p>&lt;b&gt;'
  const event = await read(
    Buffer.from(schedule(`<abstract>One</abstract><description>${description}</description>`)),
  )
  expect(event?.details).toBe('One two three, four five.\nNext\n\nLast\n<b>')
})

it('has people with their texts in elements of their own, or as text', async () => {
  const persons =
    '<person id="1">Ada Sample</person><person id="2"><name>Bo Muster</name><biography>B</biography></person>'
  const event = await read(Buffer.from(schedule(`<persons>${persons}</persons>`)))
  expect(event?.persons?.map(({ name, biography }) => [name, biography])).toEqual([
    ['Ada Sample', ''],
    ['Bo Muster', 'B'],
  ])
})

it('has events with and without a room around them', async () => {
  const event = (id: number, room: string) =>
    `<event id="${id}"><start>1${id}:00</start><duration>00:30</duration>${room}<title>${id}</title></event>`
  const days = `<day date="2027-06-01">${event(1, '<room>Hall</room>')}<room name="Attic">${event(2, '')}</room>${event(3, '')}</day>`
  const file = `<schedule><conference><title>S</title></conference>${days}</schedule>`
  const { events } = readContent(await openFile(Buffer.from(file)), { timeZone: 'UTC' })
  const found = events.map(({ title, room }) => [title, room]).toSorted()
  expect(found).toEqual([
    ['1', 'Hall'],
    ['2', 'Attic'],
    ['3', ''],
  ])
})
