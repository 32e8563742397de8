// Resolves host names like the operating system: from the hosts file, or by DNS.
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'
/** The timeout doubles on the second try, so a lookup takes at most six seconds per server. */
const RESOLVER_OPTIONS = { timeout: 2_000, tries: 2 }

/**
 * A DNS resolver that uses sockets. `dns.lookup` would block one of Node's four threads per name, and these threads
 * also hash passwords: a few names that are slow to resolve would delay every sign-in.
 */
export const openResolver = (): Resolver => new Resolver(RESOLVER_OPTIONS)

/**
 * All addresses of a fully qualified host name; search domains are not tried. Rejects with a code such as `ENOTFOUND`.
 */
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
  // The file may not exist.
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const isNamed = names.some((name) => name.toLowerCase() === wanted)
    return isNamed && isIP(address) !== 0 ? [withFamily(address)] : []
  })
}
