// The differences between two states of an object, as change events record them.
export type ValueChange = {
  /** JSON Pointer (RFC 6901) into the object. */
  pointer: string
  before: unknown
  after: unknown
}

type Members = Record<string, unknown>

/**
 * The differences between two JSON objects, sorted by pointer, without the members in `ignored`. Nested objects are
 * compared member by member, one level deep; arrays and scalars are compared as a whole. A missing member equals null.
 */
export function changesBetween(
  before: Members,
  after: Members,
  ignored: ReadonlySet<string> = new Set(),
): ValueChange[] {
  const changes: ValueChange[] = []
  for (const name of namesOf(before, after)) {
    const [old, now] = [memberOf(before, name), memberOf(after, name)]
    if (old === now || ignored.has(name)) continue
    if (isMembers(old) && isMembers(now)) {
      for (const inner of namesOf(old, now)) {
        addIfChanged(changes, [name, inner], memberOf(old, inner), memberOf(now, inner))
      }
    } else {
      addIfChanged(changes, [name], old, now)
    }
  }
  return changes.sort((a, b) => (a.pointer < b.pointer ? -1 : 1))
}

function addIfChanged(changes: ValueChange[], path: string[], before: unknown, after: unknown): void {
  if (!isSame(before, after)) changes.push({ pointer: pointerOf(path), before, after })
}

const pointerOf = (path: string[]): string => path.map((name) => `/${escapeToken(name)}`).join('')

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item ?? null, b[i] ?? null))
  }
  if (!isMembers(a) || !isMembers(b)) return false
  return namesOf(a, b).every((name) => isSame(memberOf(a, name), memberOf(b, name)))
}

function namesOf(a: Members, b: Members): string[] {
  return [...Object.keys(a), ...Object.keys(b).filter((name) => !Object.hasOwn(a, name))]
}

/** Looks only at own members, so that a name such as `toString` is not found on the prototype. */
function memberOf(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? (members[name] ?? null) : null
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Escapes a token (RFC 6901 section 3). '~' comes first; otherwise, the '~1' of a '/' would be escaped again. */
function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
