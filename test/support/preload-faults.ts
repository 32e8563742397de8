// Faults below a server process: a library preloaded into it makes its disk fail and its clock jump.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

/** `struct control` in preload-faults.c. */
const CONTROL_BYTES = 32
const AT = { clockOffset: 0, diskErrno: 8, failed: 24 }

export type PreloadedFaults = {
  /** The settings of the servers with the faults. */
  env: Record<string, string>
  /** Makes every nth call fail that writes, syncs, or truncates a file of the folder. */
  failDisk(code: 'EIO' | 'ENOSPC', every: number): void
  repairDisk(): void
  /** The number of failed calls. */
  failedCalls(): number
  /** Moves the clocks of the servers ahead of the real one, or back if negative. */
  shiftClock(seconds: number): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Whether the library can be compiled here. Prints a message if not, and throws if REQUIRE_SERVICES is set. */
export function canPreloadFaults(): boolean {
  if (process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0) return true
  const notice = 'There is no gcc on Linux here'
  if (process.env.REQUIRE_SERVICES === '1')
    throw new Error(`${notice}, and REQUIRE_SERVICES=1 wants the faults that need it.`)
  process.stderr.write(`\n${notice}: tests of failing disks and jumping clocks are SKIPPED.\n\n`)
  return false
}

/** Compiles the library for servers whose files are in `folder`. */
export async function preloadFaults(folder: string): Promise<PreloadedFaults> {
  const own = await mkdtemp(join(tmpdir(), 'lectern-faults-'))
  const [library, control] = [join(own, 'faults.so'), join(own, 'control')]
  const source = join(import.meta.dirname, 'preload-faults.c')
  const { status, stderr } = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'])
  if (status !== 0) throw new Error(`gcc failed: ${stderr}`)
  writeFileSync(control, Buffer.alloc(CONTROL_BYTES))
  const file = openSync(control, 'r+')
  const write = (bytes: Buffer, at: number) => void writeSync(file, bytes, 0, bytes.length, at)
  const failDisk = (code: number, every: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32LE(code, 0)
    bytes.writeInt32LE(every, 4)
    write(bytes, AT.diskErrno)
  }
  return {
    env: { LD_PRELOAD: library, FAULTS_CONTROL: control, FAULTS_FOLDER: `${await realpath(folder)}/` },
    failDisk: (code, every) => failDisk(constants.errno[code], every),
    repairDisk: () => failDisk(0, 1),
    failedCalls: () => {
      const bytes = Buffer.alloc(8)
      readSync(file, bytes, 0, 8, AT.failed)
      return Number(bytes.readBigInt64LE())
    },
    shiftClock: (seconds) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64LE(BigInt(seconds))
      write(bytes, AT.clockOffset)
    },
    [Symbol.asyncDispose]: async () => {
      closeSync(file)
      await rm(own, { recursive: true })
    },
  }
}
