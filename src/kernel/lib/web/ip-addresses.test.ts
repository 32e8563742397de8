// IP addresses: parsing, ranges, and which addresses are public.
import { expect, test } from 'vitest'
import { isPublicAddress, isWithin, parseAddress, parseRange, parseRanges } from './ip-addresses.ts'

test.each([
  ['an address in its range', '203.0.113.9', '203.0.113.0/24', true],
  ['an address outside the range', '203.0.114.9', '203.0.113.0/24', false],
  ['an address in a range that is written as one of its hosts', '203.0.113.9', '203.0.113.77/24', true],
  ['an address as a range of one', '203.0.113.9', '203.0.113.9', true],
  ['another address', '203.0.113.8', '203.0.113.9', false],
  ['IPv4 in IPv6 form in an IPv4 range', '::ffff:203.0.113.9', '203.0.113.0/24', true],
  ['IPv4 in IPv6 form, in hexadecimal', '::ffff:cb00:7109', '203.0.113.0/24', true],
  ['IPv4 in an IPv4 range in IPv6 form', '203.0.113.9', '::ffff:203.0.113.0/120', true],
  ['IPv4 outside an IPv4 range in IPv6 form', '203.0.114.9', '::ffff:203.0.113.0/120', false],
  ['IPv6 in its range', '2001:db8::1', '2001:db8::/32', true],
  ['IPv6 in another notation', '2001:0DB8:0::1', '2001:db8::1', true],
  ['IPv6 in the range of all IPv4 addresses', '2001:db8::1', '0.0.0.0/0', false],
  ['IPv4 in the range of all IPv6 addresses', '203.0.113.9', '::/0', false],
  ['text that is not an address', 'unknown', '0.0.0.0/0', false],
  ['text that is not a range', '10.0.0.1', '10.0.0.0/33', false],
])('%s: %s in %s is %s', (_name, address, range, expected) => {
  expect(isWithin(address, parseRanges([range]))).toBe(expected)
})

test.each([
  ['10'],
  ['0x0a000001'],
  ['010.0.0.1'],
  ['10.0.0.0/33'],
  ['10.0.0.0/-1'],
  ['10.0.0.0/'],
  ['example.org'],
  [''],
  ['2001:db8::/129'],
])('“%s” is not a range', (text) => {
  expect(parseRange(text)).toBeUndefined()
})

test('undefined is not an address', () => {
  expect(parseAddress(undefined)).toBeUndefined()
})

test.each([
  ['93.184.215.14', true],
  ['2606:4700::1', true],
  ['2a00:1450:4001:80b::200e', true],
  ['::ffff:93.184.215.14', true],
  ['127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::7f00:1', false],
  ['::127.0.0.1', false],
  ['1::1', false],
  ['4000::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::1', false],
  ['64:ff9b::7f00:1', false],
  ['crm.example.org', false],
])('isPublicAddress(%s) is %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
