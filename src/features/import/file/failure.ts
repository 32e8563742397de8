// An error that stops reading the whole file, such as an unknown format.

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
