// What the Python client needs beside its generator: answers with names, a type for dry runs, keys for every write, and
// errors that say what is wrong.

type Schema = {
  $ref?: string
  anyOf?: { $ref: string }[]
  required?: string[]
  properties?: Record<string, { items?: { $ref?: string } }>
}
type Content = { schema: Schema; 'x-dry-run'?: Schema }
type Operation = { responses: Record<string, { content?: { 'application/json'?: Content } }> }
type Schemas = Record<string, Schema>
export type PythonSource = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}

/**
 * The document as the generator understands it, which reads one answer of each operation and wants it named: pages are
 * `TalkPage` and so on, and where a dry run or a creation is answered differently, it is any of these.
 */
export function toPythonSource(document: PythonSource): PythonSource {
  const { paths, components } = structuredClone(document)
  for (const { responses } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const contents = Object.entries(responses).flatMap(
      ([status, { content }]) => (status.startsWith('2') && content?.['application/json']) || [],
    )
    const [first] = contents
    if (first) first.schema = namePage(first, components.schemas) ?? unite(contents, components.schemas)
  }
  return { ...document, paths, components }
}

function namePage({ schema }: Content, schemas: Schemas): Schema | undefined {
  const item = schema.properties?.items?.items?.$ref
  if (item === undefined) return undefined
  schemas[`${nameOf(item)}Page`] = schema
  return { $ref: `${item}Page` }
}

/** The client takes the first that an answer fits: so that which asks for most comes first. */
function unite(contents: Content[], schemas: Schemas): Schema {
  const named = contents.flatMap(({ schema, 'x-dry-run': dryRun }) => [schema.$ref ?? [], dryRun?.$ref ?? []])
  const sizeOf = ($ref: string) => schemas[nameOf($ref)]?.required?.length ?? 0
  const answers = [...new Set(named.flat())].sort((a, b) => sizeOf(b) - sizeOf(a))
  return answers.length === 1 ? { $ref: `${answers[0]}` } : { anyOf: answers.map(($ref) => ({ $ref })) }
}

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? ''

const IS_TRANSIENT = 'response.status_code in _TRANSIENT_STATUS'

const describeProblems = `def _describe(status: int, body: Any) -> str:
    """What the API says (RFC 9457), with the first of its problems."""
    problem = body if isinstance(body, dict) else {}
    errors = problem.get("errors") or []
    shown = [
        f'{error.get("pointer") or error.get("parameter") or ""} {error.get("message")}'.strip()
        for error in errors[:3]
    ]
    if len(errors) > 3:
        shown.append(f"{len(errors) - 3} more")
    text = f'{problem.get("message") or "The request failed."} {"; ".join(shown)}'.strip()
    return f"{text} ({status})"`

/** A method whose answer goes by its flag. */
const DRY_RUN_METHOD =
  /^( {4}(?:async )?def .*)dry_run: Optional\[bool\] = None(.* -> )Union\[DryRun, (.*)\]:$/gm
const overload = (flag: string, answer: string) =>
  `    @typing.overload\n$1dry_run: ${flag}$2${answer}: ...\n`

const mends: [place: string | RegExp, text: string][] = [
  // Every write has a key of its own, and a repeat that comes before the first attempt has ended waits for it.
  ['method.upper() in ("POST", "PATCH")', 'method.upper() != "GET"'],
  [/(def __init__\(.*idempotency_key: Any = )None/g, '$1True'],
  [IS_TRANSIENT, `${IS_TRANSIENT} or (response.status_code == 409 and "retry-after" in response.headers)`],
  // A dataclass leaves out what is None; a dict can clear it.
  [/, body: (\w+), \*/g, ', body: Union[$1, Dict[str, Any]], *'],
  [/(?<=\n\n\n)class ApiError\(/g, `${describeProblems}\n\n\n$&`],
  ['f"Request failed with status {status}"', '_describe(status, body)'],
  [
    DRY_RUN_METHOD,
    overload('Literal[True]', 'DryRun') +
      overload('Optional[Literal[False]] = None', 'Union[$3]') +
      overload('Optional[bool]', 'Union[DryRun, $3]') +
      '$&',
  ],
]

/** @throws where the generator has changed so much that a mend does not find its place. */
export function mendPython(text: string): string {
  return mends.reduce((mended, [place, replacement]) => {
    const next = mended.replaceAll(place, replacement)
    if (next === mended) throw new Error(`The Python client has no ${place} to mend.`)
    return next
  }, text)
}
