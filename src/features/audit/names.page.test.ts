// The names of people in the audit log and in the latest changes of the dashboard.
import { expect, test } from 'vitest'
import { attendee, person, sponsor } from '../../../test/support/bodies.ts'
import { createOffice } from '../../../test/support/office.ts'
import { useApi } from '../../../test/support/scenarios.ts'
import { visibleText } from '../../../test/support/sites.ts'

const server = useApi()

test('people have their full name, or else their e-mail, never their user name', async () => {
  const office = await createOffice(server)
  const { tenant, staff } = office
  await office.talk('Talk')
  const nameless = { ...person('nameless'), firstName: undefined, lastName: undefined }
  await tenant.send('PUT', '/sponsors/ext:s', { body: sponsor({ speakers: [nameless] }) })
  const body = { ...attendee('sven'), firstName: 'Björn', lastName: 'Björklund' }
  const { id } = (await tenant.send('POST', '/users', { body })).body
  const names = async () => [
    ...[...(await staff.get('/backoffice/audit')).text.matchAll(/<div class="change-head">.*?<\/div>/gs)].map(
      ([head]) => visibleText(head),
    ),
    ...(await staff.get('/backoffice')).text
      .split('<li>')
      .filter((row) => row.includes('class="sentence"'))
      .map(visibleText),
  ]
  const shown = (await names()).join('\n')
  expect(shown.match(/(?:User|added)\s+Björn Björklund/g)).toHaveLength(2)
  expect(shown.match(/User\s+nameless@example\.org/g)).toHaveLength(1)
  expect(shown).not.toMatch(/bjorklund|#\d{4}/)
  await tenant.send('DELETE', `/users/${id}`)
  expect((await names())[0]).toMatch(/Deleted\s+User\s+Björn Björklund/)
})
