// A process that changes sponsors and delivers the changes until it is killed.
// Arguments: the number of changes to make, and the number of the first one.

import { openInstallation } from '../../src/app/context.ts'
import { readConfig } from '../../src/config.ts'
import { ensurePlatform } from '../../src/features/platforms/platforms.ts'
import { saveSponsor } from '../../src/features/sponsors/sponsors.ts'
import { startWebhookDelivery } from '../../src/features/webhooks/deliveries/deliver-job.ts'
import { openEndpoints } from '../../src/features/webhooks/deliveries/requests.ts'
import { systemCaller } from '../../src/kernel/changes/services.ts'

const OBJECTS = 200
const AT_ONCE = 8

const [changes = 0, first = 0] = process.argv.slice(2).map(Number)
const { config, secrets } = readConfig(process.env)
const services = await openInstallation(config, secrets)
const caller = systemCaller(await ensurePlatform(services, { slug: 'default', name: 'Lectern' }))
const webhookDelivery = startWebhookDelivery({
  services,
  endpoints: openEndpoints({ listed: services.webhookAddresses, userAgent: 'Lectern' }),
  candidate: services.store.openCandidate('webhook delivery'),
  onError: (error) => process.send?.({ error: String(error) }),
})

let next = first
const change = async () => {
  while (next < first + changes) {
    const number = next++
    await saveSponsor(services, caller, `ext:${number % OBJECTS}`, {
      name: `Name ${number} of ${process.pid}`,
      logo: 'https://static.example.org/logo.svg',
      level: 1,
    })
    webhookDelivery.wake()
    process.send?.({ changed: true })
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, change))
// Delivers as long as its parent runs.
process.once('disconnect', () => process.exit())
process.send?.({ done: true })
