// Which addresses a host name has: those of the hosts file, as for the system itself, else those that DNS answers.
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** A server is asked again after twice the time, so that a name takes six seconds at most. */
const DNS = { timeout: 2_000, tries: 2 }

/**
 * A resolver of DNS that waits on sockets. `dns.lookup` would wait in one of Node's four threads for each name, and
 * passwords are hashed in these: a few names that are slow to resolve would hold up every sign-in.
 */
export const openResolver = (): Resolver => new Resolver(DNS)

/** All addresses of a host, which is named in full: no search list is tried. Rejects with a code, such as `ENOTFOUND`. */
export async function addressesOf(host: string, resolver: Resolver): Promise<LookupAddress[]> {
  const listed = await addressesInHostsFile(host)
  if (listed.length > 0) return listed
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failed] = answers
  if (addresses.length === 0 && failed.status === 'rejected') throw failed.reason
  return addresses.map(withFamily)
}

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) })

async function addressesInHostsFile(host: string): Promise<LookupAddress[]> {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  // There need not be one.
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const isNamed = names.some((name) => name.toLowerCase() === wanted)
    return isNamed && isIP(address) !== 0 ? [withFamily(address)] : []
  })
}
