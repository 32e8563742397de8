// Strict URIs (RFC 3986), which XML feeds need.
import fc from 'fast-check'
import { IsUri } from 'typebox/format'
import { expect, test } from 'vitest'
import { strictUri } from './uris.ts'
import { isPublicHttpsUrl } from './urls.ts'

test('turns every URL that the API accepts into a URI of the same address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) => {
      const url = `https://static.example.org/${path}`
      fc.pre(isPublicHttpsUrl(url))
      const uri = strictUri(url)
      expect(IsUri(uri), uri).toBe(true)
      expect(strictUri(uri)).toBe(uri)
      expect(new URL(uri).host).toBe('static.example.org')
    }),
  )
})
