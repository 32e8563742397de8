// Frames of a stream of server-sent events (HTML Living Standard, section 9.2).

/** An event without an id. `data` must not contain line breaks. */
export const eventFrame = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`

/** The event with the position in the stream that the client has reached with it. */
export const withPosition = (position: string, frame: string): Buffer =>
  Buffer.from(`id: ${position}\n${frame}`)

/** Keeps the connection open. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** How long the client waits before it connects again, in milliseconds. */
export const retryFrame = (ms: number): Buffer => Buffer.from(`retry: ${Math.round(ms)}\n\n`)
