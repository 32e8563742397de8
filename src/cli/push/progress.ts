// Shows on standard error how far a push is: one line that is redrawn on a terminal, plain lines otherwise.

export type Progress = {
  /** Counts one event as done. */
  step(text: string): void
  /** Says something that is worth reading later too. */
  note(text: string): void
  end(): void
}

export type ProgressOutput = { write(text: string): unknown; isTTY?: boolean; columns?: number }

const BAR_WIDTH = 24
const ERASE_LINE = '\r\u001B[2K'

export const createProgress = (output: ProgressOutput, total: number): Progress =>
  output.isTTY && total > 0 ? createBar(output, total) : createLines(output, total)

function createLines(output: ProgressOutput, total: number): Progress {
  let done = 0
  return {
    step: (text) => output.write(`${++done}/${total} ${printable(text)}\n`),
    note: (text) => output.write(`${printable(text)}\n`),
    end: () => {},
  }
}

function createBar(output: ProgressOutput, total: number): Progress {
  let done = 0
  let current = ''
  const draw = () => {
    const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
    const line = `${bar} ${done}/${total} ${current}`
    output.write(ERASE_LINE + line.slice(0, (output.columns ?? 80) - 1))
  }
  return {
    step(text) {
      done += 1
      current = printable(text)
      draw()
    },
    note(text) {
      output.write(`${ERASE_LINE}${printable(text)}\n`)
      draw()
    },
    end: () => output.write(ERASE_LINE),
  }
}

/** Titles are written by strangers: their control characters must not reach the terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
