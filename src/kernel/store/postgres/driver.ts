// The driver of PostgreSQL. It connects as USER if a URL has no user name. Where USER is not set, as in containers, it connects
// as the user of the system, like libpq.
import { userInfo } from 'node:os'
import pg from 'pg'

pg.defaults.user ||= nameOfSystemUser()

/** Undefined if the system has no name for the user of this process. */
function nameOfSystemUser(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

export { pg }
