// Names of the objects in a continuous backup. A run consists of snapshots and the -wal stream of one process, which
// starts again with each epoch.
export type BackupObject = { name: string; run: string; timeMs: number; epoch: number } & (
  | { kind: 'snapshot' }
  | { kind: 'wal'; offset: number }
)

const NAME = /^([^/\\]+)[/\\](snapshot|wal)-(\d+)-(\d+)(?:-(\d+))?\.gz$/

/** The name of a run that this process starts now. */
export const runName = (nowMs: number): string =>
  `${new Date(nowMs).toISOString().replaceAll(':', '-')}-${process.pid}`

export const snapshotName = (run: string, { epoch, timeMs }: { epoch: number; timeMs: number }) =>
  `${run}/snapshot-${padded(epoch)}-${timeMs}.gz`

export const walName = (
  run: string,
  { epoch, offset, timeMs }: { epoch: number; offset: number; timeMs: number },
) => `${run}/wal-${padded(epoch)}-${padded(offset)}-${timeMs}.gz`

/** Undefined for files of other programs. */
export function parseName(name: string): BackupObject | undefined {
  const [, run, kind, epoch, second, third] = NAME.exec(name) ?? []
  if (run === undefined) return undefined
  if (kind === 'snapshot') return { name, run, kind, epoch: Number(epoch), timeMs: Number(second) }
  if (third === undefined) return undefined
  return { name, run, kind: 'wal', epoch: Number(epoch), offset: Number(second), timeMs: Number(third) }
}

const padded = (number: number) => String(number).padStart(12, '0')
