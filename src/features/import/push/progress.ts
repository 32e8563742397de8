// Shows progress on standard error: one line that is redrawn on a terminal, plain lines otherwise.

export type Progress = {
  /** Shows the current step. */
  start(text: string): void
  /** Prints a line that stays visible. */
  note(text: string): void
  /** Ends the current step. */
  end(): void
}

export type ProgressOutput = { write(text: string): unknown; isTTY?: boolean; columns?: number }

const FRAMES = [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏']
const REDRAW_MS = 100
const REMIND_MS = 30_000
const ERASE_LINE = '\r\u001B[2K'

export const createProgress = (output: ProgressOutput): Progress =>
  output.isTTY ? createLine(output) : createLines(output)

function createLines(output: ProgressOutput): Progress {
  const say = (text: string) => void output.write(`${printable(text)}\n`)
  const work = createWork(REMIND_MS, (text, seconds) => say(`still ${text}: ${seconds} s`))
  return {
    start(text) {
      say(text)
      work.start(text)
    },
    note: say,
    end: work.end,
  }
}

function createLine(output: ProgressOutput): Progress {
  let frame = 0
  const work = createWork(REDRAW_MS, (text, seconds) => {
    frame += 1
    const line = `${FRAMES[frame % FRAMES.length]} ${printable(text)}${seconds > 0 ? `: ${seconds} s` : ''}`
    output.write(ERASE_LINE + line.slice(0, (output.columns ?? 80) - 1))
  })
  return {
    start: work.start,
    note: (text) => void output.write(`${ERASE_LINE}${printable(text)}\n`),
    end() {
      if (work.end()) output.write(ERASE_LINE)
    },
  }
}

/** Calls `show` repeatedly during a step, with the number of seconds it has taken. */
function createWork(everyMs: number, show: (text: string, seconds: number) => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    start(text: string): void {
      clearInterval(timer)
      const since = performance.now()
      timer = setInterval(() => show(text, Math.floor((performance.now() - since) / 1000)), everyMs)
    },
    /** Whether a step was running. */
    end(): boolean {
      const wasAtWork = timer !== undefined
      clearInterval(timer)
      timer = undefined
      return wasAtWork
    },
  }
}

/** Replaces control characters in untrusted text, so that they do not reach the terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
