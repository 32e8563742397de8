// The reasons for which rows of a table are refused, and notes on how they were read.
import { expect, it } from 'vitest'
import { planProgramme } from '../file/document.ts'
import { describeProblem, describeProblems } from '../file/problems.ts'
import { openText, readContent } from './read-file.ts'

const read = (...lines: string[]) => readContent(openText(lines.join('\n'), {}), { timeZone: 'UTC' })

function reasonsOf(...lines: string[]) {
  const plan = planProgramme(read(...lines), { emailPattern: undefined, isTruncating: false })
  return plan.map((entry) => ('problems' in entry ? describeProblems(entry.problems) : entry.body))
}

it('a title or identifier that is missing is the only problem of its row', () => {
  const untitled = ',2027-05-20 10:00,30,Ada <ada@example.org>'
  expect(reasonsOf('title,start,duration,speakers', untitled, untitled)).toEqual([
    'column "title" is empty',
    'column "title" is empty',
  ])
  expect(reasonsOf('id,title,start,duration', ',A,2027-05-20 10:00,30')).toEqual(['column "id" is empty'])
  expect(reasonsOf('email,first name,last name,type', ',Ada,A,Speaker', ',Bo,B,Speaker')).toEqual([
    'column "email" is empty',
    'column "email" is empty',
  ])
})

it('an e-mail next to a name is found without characters that cannot be seen', () => {
  const [talk] = reasonsOf(
    'title,start,duration,speakers',
    'A,2027-05-20 10:00,01:30:00,Ada Sample <\u200bada@example\u00ad.org>\u200e',
  )
  expect(talk).toMatchObject({
    duration: 90,
    speakers: [{ firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' }],
  })
})

it('a date above the header that dates rows is noted', () => {
  const rows = ['title,start,duration', 'A,10:00,30', 'B,11:00 – 11:30,', 'C,2027-06-02 10:00,30']
  const { notes, events } = read('As of 1 June 2027', '1 June 2027', ...rows)
  expect(notes.map(describeProblem)).toEqual([
    '“1 June 2027” above the header is the date of all rows without one: 2 rows',
  ])
  expect(events.map(({ date }) => date?.slice(0, 10))).toEqual(['2027-06-01', '2027-06-01', '2027-06-02'])
  expect(read('1 June 2027', 'title,date,start,duration', 'A,2027-06-02,10:00,30').notes).toEqual([])
  expect(read('title,start,duration', '1 June 2027,,', 'A,10:00,30').notes).toEqual([])
})
