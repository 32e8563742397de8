// Adapts the generated Python client: named response types, a type for dry runs, an idempotency key for every write,
// retries and a timeout by default, a value that clears attributes, bodies that can be left out, methods that read all
// pages, and readable errors.
import { addPages } from './python-pages.ts'

type Schema = {
  $ref?: string
  anyOf?: { $ref: string }[]
  required?: string[]
  properties?: Record<string, { items?: { $ref?: string } }>
}
type Content = { schema: Schema; 'x-dry-run'?: Schema }
type Operation = {
  requestBody?: { required?: boolean; content: { 'application/json'?: Content } }
  responses: Record<string, { content?: { 'application/json'?: Content } }>
}
type Schemas = Record<string, Schema>
export type PythonSource = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}

/**
 * Adapts the document for the generator, which supports one named response per operation: pages are named `TalkPage` and so
 * on, and several possible responses become a union.
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

/** The client uses the first type that fits, so the type with the most required members comes first. */
function unite(contents: Content[], schemas: Schemas): Schema {
  const named = contents.flatMap(({ schema, 'x-dry-run': dryRun }) => [schema.$ref ?? [], dryRun?.$ref ?? []])
  const sizeOf = ($ref: string) => schemas[nameOf($ref)]?.required?.length ?? 0
  const answers = [...new Set(named.flat())].sort((a, b) => sizeOf(b) - sizeOf(a))
  return answers.length === 1 ? { $ref: `${answers[0]}` } : { anyOf: answers.map(($ref) => ({ $ref })) }
}

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? ''

const RETRIES = 5
const TIMEOUT_SECONDS = '60.0'

const IS_TRANSIENT = 'response.status_code in _TRANSIENT_STATUS'

const describeProblems = `def _describe(status: int, body: Any) -> str:
    """The message of the API (RFC 9457) and its first problems."""
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

const clear = `class _Clear:
    def __repr__(self) -> str:
        return "CLEAR"


#: Clears an attribute. An attribute that is None is not sent.
CLEAR: Any = _Clear()`

/** A method whose response type depends on its dry_run flag. */
const DRY_RUN_METHOD =
  /^( {4}(?:async )?def .*)dry_run: Optional\[bool\] = None(.* -> )Union\[DryRun, (.*)\]:$/gm
const overload = (flag: string, answer: string) =>
  `    @typing.overload\n$1dry_run: ${flag}$2${answer}: ...\n`

const patches: [place: string | RegExp, text: string][] = [
  // Every write has its own idempotency key. A retry waits if the first attempt is still in progress.
  ['method.upper() in ("POST", "PATCH")', 'method.upper() != "GET"'],
  [/(def __init__\(.*idempotency_key: Any = )None/g, '$1True'],
  [IS_TRANSIENT, `${IS_TRANSIENT} or (response.status_code == 409 and "retry-after" in response.headers)`],
  // Temporary failures are retried, and no attempt waits forever.
  [/(def __init__\(.* timeout: Optional\[float\] = )None/g, `$1${TIMEOUT_SECONDS}`],
  ['"retry": retry or {},', `"retry": {"retries": ${RETRIES}, **(retry or {})},`],
  [/(?<=\n\n\n)def encode\(/g, `${clear}\n\n\n$&`],
  [/def encode\(.*\n {4}""".*"""\n/g, '$&    if value is CLEAR:\n        return None\n'],
  // A dataclass omits None; a dict sends it, which clears the attribute.
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

/** The generator requires every body, even one that the document does not require. */
const optionalBodies = ({ paths }: PythonSource): typeof patches =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => {
      const $ref = requestBody?.content['application/json']?.schema.$ref
      if ($ref === undefined || requestBody?.required) return []
      const body = `body: Union[${nameOf($ref)}, Dict[str, Any]`
      return [[`${body}], *`, `${body}, None] = None, *`]]
    })

/** @throws if the generator has changed so much that a patch no longer applies. */
export function patchPython(text: string, document: PythonSource): string {
  const patched = [...patches, ...optionalBodies(document)].reduce((patched, [place, replacement]) => {
    const next = patched.replaceAll(place, replacement)
    if (next === patched) throw new Error(`Cannot patch ${place}: it is not in the Python client.`)
    return next
  }, text)
  return addPages(patched)
}
