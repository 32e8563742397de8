// An error that stops reading a whole file, such as a format that is not known.

import { describeProblem, type ImportProblem } from './problems.ts'

/** The message is for the command line. */
export class ImportFailure extends Error {
  override name = 'ImportFailure'
  readonly problem: ImportProblem
  constructor(problem: ImportProblem) {
    super(describeProblem(problem))
    this.problem = problem
  }
}
