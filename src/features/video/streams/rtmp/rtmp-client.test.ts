// Connections to sources: only to permitted addresses, with valid certificates, and with the whole address.
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { openDns } from '../../../../../test/support/dns.ts'
import { readSample } from '../../../../../test/support/rtmp-encoder.ts'
import { startSource } from '../../../../../test/support/rtmp-source.ts'
import { loadCertificate } from '../../../../kernel/http/server/certificate.ts'
import { parseRanges } from '../../../../kernel/lib/web/ip-addresses.ts'
import { openResolver } from '../../../../kernel/outbound/dns-lookup.ts'
import { ForbiddenAddress } from '../../../../kernel/outbound/permitted-addresses.ts'
import type { EndReason } from '../stream-end.ts'
import { type Network, playStream } from './rtmp-client.ts'
import { parseStreamAddress } from './stream-address.ts'

const LOOPBACK = { listed: parseRanges(['127.0.0.0/8']), resolver: openResolver() }
const tags = readSample()

/** Plays until the first picture, or returns why there is none. */
async function play(url: string, network: Network = LOOPBACK): Promise<EndReason | 'plays'> {
  const address = parseStreamAddress(url)
  if (!address) throw new Error('The address is not valid.')
  const { promise, resolve } = Promise.withResolvers<EndReason | 'plays'>()
  const end = playStream(address, network, {
    onMedia: ({ kind }) => {
      if (kind === 'video') resolve('plays')
    },
    onEnd: resolve,
  })
  const result = await promise
  end('closed')
  return result
}

describe('an address', () => {
  test.each([
    ['rtmp://live.example.org/app/stream', 1935, 'rtmp://live.example.org/app', 'stream'],
    [
      'rtmps://LIVE.example.org/app/stream?token=a%20b',
      443,
      'rtmps://live.example.org/app',
      'stream?token=a%20b',
    ],
    ['rtmp://live.example.org:443/app/stream', 443, 'rtmp://live.example.org:443/app', 'stream'],
    ['rtmp://live.example.org/app/room/a/b', 1935, 'rtmp://live.example.org/app/room', 'a/b'],
    ['rtmp://live.example.org/app/mp4:a/b.mp4', 1935, 'rtmp://live.example.org/app', 'mp4:a/b.mp4'],
    ['rtmp://live.example.org/app', 1935, 'rtmp://live.example.org/app', ''],
    ['rtmp://exämple.org/app/stream', 1935, 'rtmp://xn--exmple-cua.org/app', 'stream'],
    ['rtmp://0x7f.1/app/stream', 1935, 'rtmp://127.0.0.1/app', 'stream'],
  ])('%s is divided as other clients do', (text, port, url, stream) => {
    expect(parseStreamAddress(text)).toMatchObject({ port, url, stream })
  })
})

describe('a source', () => {
  test('plays at an address that the operator has listed, and nowhere else in the own network', async () => {
    await using source = await startSource('stage', { tags })
    await using dns = await openDns({
      'live.test': ['127.0.0.1'],
      'both.test': ['93.184.215.14', '127.0.0.1'],
    })
    const url = (host: string) => `rtmp://${host}:${source.port}/live/stage`
    const { resolver } = dns
    expect(await play(url('live.test'), { ...LOOPBACK, resolver })).toBe('plays')
    const served = source.requests.length
    for (const host of ['live.test', 'both.test'])
      expect(await play(url(host), { listed: [], resolver })).toBe('private')
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      await expect(play(url(host), { listed: [], resolver })).rejects.toThrow(ForbiddenAddress)
    expect(source.requests).toHaveLength(served)
  })

  test('with TLS needs a certificate that is valid for its name', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-source-'))
    const tls = await loadCertificate({ dataDir, tls: undefined })
    await using source = await startSource('stage', { tags, tls })
    await using dns = await openDns({ 'live.test': ['127.0.0.1'] })
    const network = { ...LOOPBACK, resolver: dns.resolver }
    const [own, other] = ['localhost', 'live.test'].map((host) => `rtmps://${host}:${source.port}/live/stage`)
    expect(await play(String(own), network)).toBe('certificate')
    const known = getCACertificates('default')
    setDefaultCACertificates([...known, readFileSync(join(dataDir, 'tls/cert.pem'), 'utf8')])
    expect(await play(String(own), network)).toBe('plays')
    expect(await play(String(other), network)).toBe('certificate')
    setDefaultCACertificates(known)
  })

  test('that lacks the stream, or is not there, says so', async () => {
    await using source = await startSource('stage')
    expect(await play(`rtmp://127.0.0.1:${source.port}/live/absent`)).toBe('not_found')
    expect(await play('rtmp://127.0.0.1:1/live/stage')).toBe('unreachable')
  })
})
