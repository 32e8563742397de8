// The status code of a response as a badge.
type StatusProps = {
  status: number
  /** Set for webhooks, whose endpoints must not redirect. */
  isRedirectAFailure?: boolean
}

export function StatusCode({ status, isRedirectAFailure = false }: StatusProps) {
  const firstFailure = isRedirectAFailure ? 300 : 400
  const kind = status >= 500 ? 'danger' : status >= firstFailure ? 'warning' : 'success'
  return <span class={`badge ${kind}`}>{status}</span>
}
