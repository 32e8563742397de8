// The test of the connection in the settings of video rooms, in a browser that reaches the port by UDP, by TCP, or not at all.
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/support/axe.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import { useApi } from '../../../../test/support/scenarios.ts'
import { useBrowser } from '../../../../test/support/screens.ts'
import { createSite, signInAtSite } from '../../../../test/support/sites.ts'

const port = await freePort()
const server = useApi({ store: 'sqlite', env: { LECTERN_MEDIA_PORT: String(port) } })
const browser = useBrowser()

test.for([
  { blocked: [], result: 'UDP works.' },
  { blocked: ['udp'], result: 'TCP only. Open the port for UDP too' },
  {
    blocked: ['udp', 'tcp'],
    result: `Blocked. Open port ${port} for UDP and TCP, and check LECTERN_MEDIA_ADDRESS.`,
  },
])('an admin whose network blocks $blocked reads “$result”', async ({ blocked, result }) => {
  const site = await createSite(server)
  await site.change({ roomAddress: null })
  const screen = await browser.screen(site, { signedIn: await signInAtSite(site, 'admin') })
  await screen.page.addInitScript((protocols) => {
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      override setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit) {
        const isBlocked = (line: string) => protocols.some((one) => line.includes(` ${one} `))
        const lines = sdp.split('\r\n').filter((line) => !(line.startsWith('a=candidate') && isBlocked(line)))
        return super.setRemoteDescription({ type, sdp: lines.join('\r\n') })
      }
    }
  }, blocked as string[])
  await screen.open('/backoffice/settings/rooms')
  const { page } = screen
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await page.getByText(result).waitFor()
  await screen.open('/backoffice/settings/rooms')
  await page.getByText(`Port ${port} is open for UDP and TCP.`).waitFor()
  expect(await findViolations(page)).toEqual([])
})
