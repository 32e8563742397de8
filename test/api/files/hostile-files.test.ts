// 200 hostile files: what is served of them is made by us, nothing crashes, and memory is bounded.
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { namesOfFile, parsePicturePath } from '../../../src/lib/web/file-paths.ts'
import { type HostileFile, hostileFiles, PLACE, SCRIPT } from '../../support/hostile-files.ts'
import { pdf } from '../../support/pictures.ts'
import { useApi } from '../../support/scenarios.ts'

const server = useApi()

/** That of the process that decodes pictures may exceed its limit for as long as it takes to notice. */
const MAX_CHILD_BYTES = 1.25 * 768 * 1024 * 1024
const MAX_GROWTH_BYTES = 384 * 1024 * 1024

test('nothing of hostile files is served as it was sent, and memory is bounded', async () => {
  const tenant = await server.createTenant()
  const { sendTo } = tenant.api
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThanOrEqual(200)
  const before = process.memoryUsage.rss()
  const memory = watchMemory()
  const served: [HostileFile, string][] = []
  for (const file of files) {
    const { status, body } = await tenant.send('POST', '/files', {
      raw: file.bytes,
      headers: { 'content-type': file.type },
    })
    expect([200, 201, 413, 415, 422], `${file.name}: ${status} ${body?.code}`).toContain(status)
    if (body.path) served.push([file, body.path])
  }
  const { server: serverBytes, child: childBytes } = memory.stop()
  expect(serverBytes - before).toBeLessThan(MAX_GROWTH_BYTES)
  expect(childBytes).toBeLessThan(MAX_CHILD_BYTES)

  for (const [{ name, bytes: sent }, path] of served) {
    for (const each of namesOfFile(path)) {
      const { status, headers, bytes } = await sendTo('GET', `/files/${each}`, { key: null })
      expect([status, headers['x-content-type-options'], headers['content-security-policy']], name).toEqual([
        200,
        'nosniff',
        "default-src 'none'; sandbox",
      ])
      if (!parsePicturePath(path)) {
        expect([headers['content-type'], headers['content-disposition']]).toEqual([
          'application/pdf',
          'attachment',
        ])
        continue
      }
      expect(bytes.equals(sent), name).toBe(false)
      for (const text of [PLACE, SCRIPT, '<script', '%PDF', 'GPS'])
        expect(bytes.includes(text), name).toBe(false)
      const { format, width = 0, exif } = await sharp(bytes).metadata()
      expect([format, width <= 1600, exif], name).toEqual([
        each.endsWith('avif') ? 'heif' : 'webp',
        true,
        undefined,
      ])
    }
  }
  const documents = served.filter(([, path]) => !parsePicturePath(path)).map(([{ name }]) => name)
  expect(documents).toEqual(['PDF with JavaScript', 'PDF that starts a program'])
  // It still works.
  const raw = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()
  expect(
    (await tenant.send('POST', '/files', { raw, headers: { 'content-type': 'image/png' } })).status,
  ).toBe(201)
  expect(
    (
      await tenant.send('POST', '/files', {
        raw: pdf('fine'),
        headers: { 'content-type': 'application/pdf' },
      })
    ).status,
  ).toBe(201)
})

/** The most memory of this process, which is the server, and of those that decode pictures; 0 outside Linux. */
function watchMemory() {
  const most = { server: 0, child: 0 }
  const look = () => {
    most.server = Math.max(most.server, process.memoryUsage.rss())
    for (const bytes of childrenBytes()) most.child = Math.max(most.child, bytes)
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}

function childrenBytes(): number[] {
  if (process.platform !== 'linux') return []
  const ids = readdirSync('/proc/self/task').flatMap((task) => words(`/proc/self/task/${task}/children`))
  return ids
    .filter((id) => words(`/proc/${id}/cmdline`, '\0').some((word) => word.includes('picture-process')))
    .map(
      (id) => Number(/VmHWM:\s+(\d+)/.exec(words(`/proc/${id}/status`, '\u0001').join(''))?.[1] ?? 0) * 1024,
    )
}

/** None if the process has ended. */
function words(path: string, separator = ' '): string[] {
  try {
    return readFileSync(path, 'utf8').split(separator).filter(Boolean)
  } catch {
    return []
  }
}
