// Addresses: which lies in which range, and which texts are none.
import { expect, test } from 'vitest'
import {
  isPublicAddress,
  isWithin,
  parseAddress,
  parseRange,
  parseRanges,
} from '../../src/lib/web/ip-addresses.ts'

test.each([
  ['an address in its range', '203.0.113.9', '203.0.113.0/24', true],
  ['an address beside the range', '203.0.114.9', '203.0.113.0/24', false],
  ['an address in a range given by one of its hosts', '203.0.113.9', '203.0.113.77/24', true],
  ['an address as the range of itself', '203.0.113.9', '203.0.113.9', true],
  ['another address', '203.0.113.8', '203.0.113.9', false],
  ['IPv4 in IPv6 form in a range of IPv4', '::ffff:203.0.113.9', '203.0.113.0/24', true],
  ['IPv4 in IPv6 form, in hexadecimal', '::ffff:cb00:7109', '203.0.113.0/24', true],
  ['IPv4 in a range of IPv4 in IPv6 form', '203.0.113.9', '::ffff:203.0.113.0/120', true],
  ['IPv4 beside a range of IPv4 in IPv6 form', '203.0.114.9', '::ffff:203.0.113.0/120', false],
  ['IPv6 in its range', '2001:db8::1', '2001:db8::/32', true],
  ['IPv6 written in another way', '2001:0DB8:0::1', '2001:db8::1', true],
  ['IPv6 in a range of all IPv4', '2001:db8::1', '0.0.0.0/0', false],
  ['IPv4 in a range of all IPv6', '203.0.113.9', '::/0', false],
  ['a text that is no address', 'unknown', '0.0.0.0/0', false],
  ['an address in a text that is no range', '10.0.0.1', '10.0.0.0/33', false],
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
])('“%s” is no range', (text) => {
  expect(parseRange(text)).toBeUndefined()
})

test('what no one sent is no address', () => {
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
])('whether %s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})
