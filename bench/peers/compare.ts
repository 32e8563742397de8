// `npm run bench -- peers`: installs Directus and Strapi into a scratch folder, fills them with the same talks and people,
// measures the same work in turns with the same client, and prints the ratios next to the goals.
import { type Contender, loader, names, startOurs } from '../contenders.ts'
import type { Template } from '../load.ts'
import type { Goal } from '../report.ts'
import { startDirectus } from './directus.ts'
import type { Work } from './peer.ts'
import { startStrapi } from './strapi.ts'

const CONNECTIONS = 16

/**
 * Starts and fills all contenders. `stack` ends them. A goal is how many times faster than each peer ours should be.
 */
export async function startPeers(
  stack: AsyncDisposableStack,
): Promise<{ contenders: Contender[]; goals: Goal[] }> {
  const sqlite = await startOurs(stack, 'sqlite')
  const peers = [await startDirectus(stack), await startStrapi(stack)]
  const send = loader(stack)
  const contenders: Contender[] = []
  const goals: Goal[] = []
  const compare = (name: string, goal: number, pick: (work: Work) => Template[]) => {
    contenders.push(send(name, sqlite, pick(sqlite.programme), CONNECTIONS))
    for (const { name: peer, port, work } of peers) {
      const against = `${peer}: ${name}`
      contenders.push(send(against, { port, programme: work }, pick(work), CONNECTIONS))
      goals.push({ ours: name, against, goal })
    }
  }
  compare(names.putSqlite, 40, ({ updates }) => updates)
  compare(names.list, 40, ({ list }) => list)
  compare(names.users, 100, ({ creations }) => creations)
  return { contenders, goals }
}
