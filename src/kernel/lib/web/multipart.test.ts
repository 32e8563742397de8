import { expect, test } from 'vitest'
import { boundaryOf, parseMultipart } from './multipart.ts'

const body = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))
const part = (head: string, content: string) => `--b\nContent-Disposition: form-data; ${head}\n\n${content}\n`

test('parts are texts and files, in their order and byte by byte', () => {
  const sent = [
    part('name="title"', 'Über\nuns --b'),
    part('name="upload:image"; filename="a%22b.png"\nContent-Type: image/png', '\u0000'),
    part('name="upload:files"; filename=""', ''),
  ]
  const read = parseMultipart(body(`${sent.join('')}--b--\n`), { boundary: 'b', maxParts: 5_000 })
  expect(read?.map(({ name, fileName, bytes }) => [name, fileName, bytes.toString()])).toEqual([
    ['title', undefined, 'Über\r\nuns --b'],
    ['upload:image', 'a"b.png', '\u0000'],
    ['upload:files', '', ''],
  ])
})

test.each([
  ['nothing', ''],
  ['no end', part('name="a"', '1')],
  ['half a head', '--b\nContent-Disposition: form-data; name="a"'],
  ['another delimiter', `${part('name="a"', '1')}--c--`],
  ['a part without a name', `${part('filename="a"', '1')}--b--`],
  ['too many parts', `${part('name="a"', '').repeat(5001)}--b--`],
])('a damaged body is refused: %s', (_name, text) => {
  expect(parseMultipart(body(text), { boundary: 'b', maxParts: 5_000 })).toBe(undefined)
})

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data; charset=utf-8; boundary="a b"', 'a b'],
  ['multipart/form-data', undefined],
  ['multipart/mixed; boundary=abc', undefined],
])('the delimiter of %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary)
})
