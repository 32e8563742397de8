// Signals to npm: it passes them to a shell, and not every shell passes them on.
const CHECK_EVERY_MS = 250

/** Sends this process SIGTERM when the shell between it and npm is gone. */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const checking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(checking)
    process.kill(process.pid, 'SIGTERM')
  }, CHECK_EVERY_MS).unref()
}
