// The diff of a dry run.

import { describe, expect, it } from 'vitest'
import { type DiffEntry, formatDiff } from './diff.ts'

const updated = (pointer: string, before: unknown, after: unknown): DiffEntry => ({
  kind: 'talks',
  action: 'updated',
  name: 'One (1)',
  changes: [{ pointer, before, after }],
})
const lineOf = (pointer: string, before: unknown, after: unknown) =>
  formatDiff({ entries: [updated(pointer, before, after)], accounts: [] }, false)
    .split('\n')
    .slice(1, -1)

describe('a diff', () => {
  it('lists what would be created, updated, and removed, and the accounts that would be created', () => {
    const entries: DiffEntry[] = [
      {
        kind: 'talks',
        action: 'created',
        name: 'New (1)',
        changes: [{ pointer: '/title', before: null, after: 'New' }],
      },
      updated('/title', 'Old', 'New'),
      { kind: 'sponsors', action: 'removed', name: 'Gone (3)', changes: [] },
    ]
    expect(formatDiff({ entries, accounts: ['ada@example.org'] }, false)).toBe(`+ talk New (1)
~ talk One (1)
    title        "Old" → "New"
- sponsor Gone (3)
+ account ada@example.org
`)
    expect(formatDiff({ entries: [], accounts: [] }, true)).toBe('')
  })

  it.each([
    ['/features/chat', true, false, ['    features/chat true → false']],
    ['/track', null, 'Numbers', ['    track        (none) → "Numbers"']],
    ['/tags', ['a', 'b'], ['b', 'c'], ['    tags         - "a"', '                 + "c"']],
    ['/tags', ['a', 'b'], ['b', 'a'], ['    tags         order changed']],
  ])('shows %s from %j to %j', (pointer, before, after, lines) => {
    expect(lineOf(pointer, before, after)).toEqual(lines)
  })

  it('shows only the differing part of long texts', () => {
    const text = (middle: string) => `${'begin '.repeat(20)}${middle}${' end'.repeat(20)}`
    expect(lineOf('/description', text('one'), text('another'))).toEqual([
      '    description  "…begin begin one end end end…" → "…begin begin another end end end…"',
    ])
    expect(lineOf('/description', 'a'.repeat(90), 'b'.repeat(90))).toEqual([
      `    description  "${'a'.repeat(58)}… → "${'b'.repeat(58)}…`,
    ])
    expect(lineOf('/description', `${'x'.repeat(80)}`, `${'x'.repeat(80)}!`)).toEqual([
      '    description  "…xxxxxxxxxxxx" → "…xxxxxxxxxxxx!"',
    ])
  })

  it('has colors if they are enabled, and no control characters from texts', () => {
    const entry = { ...updated('/title', 'Old', 'Red \u001B[31malert'), name: 'A\u001B[2Jb' }
    expect(formatDiff({ entries: [entry], accounts: [] }, false)).not.toContain('\u001B')
    const colored = formatDiff({ entries: [entry], accounts: [] }, true)
    expect(colored).toContain('\u001B[33m~ talk A [2Jb\u001B[39m')
    expect(colored).not.toContain('\u001B[2J')
  })
})
