// The number of open questions of live talks, on the dashboard.
import type { ReadLiveFigures } from '../../kit/office/dashboard.ts'
import { countOpenQuestions } from './store.ts'

export const readLiveFigures: ReadLiveFigures = async ({ store }, talks, { office }) => {
  const talkIds = talks.map(({ id }) => id)
  const counts = await store.read(countOpenQuestions({ talkIds }))
  return new Map([...counts].map(([id, count]) => [id, office.dashboard.live.questions({ count })]))
}
