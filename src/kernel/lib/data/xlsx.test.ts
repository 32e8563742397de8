// Workbooks that are written row by row.
import { expect, test } from 'vitest'
import { readXlsx } from '../../../features/import/xlsx/read-xlsx.ts'
import { xlsxFile } from './xlsx.ts'

async function bytesOf(pages: readonly (readonly (string | number | null)[])[][]): Promise<Buffer> {
  async function* rows() {
    yield* pages
  }
  return collect(xlsxFile(rows()))
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

test('a workbook contains the rows as they are, and no formulas', async () => {
  const row = ['=1+1', 'a & <b> "c"\u0001\ud800', 3.5, null, 'last\nline']
  const wide = Array.from({ length: 30 }, (_, index) => index)
  const [sheet] = await readXlsx(await bytesOf([[row], [], [wide]]))
  expect(sheet?.rows.map(({ cells }) => cells)).toEqual([
    ['=1+1', 'a & <b> "c"\ufffd', '3.5', '', 'last\nline', ...Array(25).fill('')],
    wide.map(String),
  ])
})

test('errors of the rows are thrown', async () => {
  async function* rows() {
    yield [['first']]
    throw new Error('The store is gone.')
  }
  await expect(collect(xlsxFile(rows()))).rejects.toThrow('The store is gone.')
})
