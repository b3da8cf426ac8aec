import { errno, Refusal } from '@/contract/errno'

/** Reasons to refuse a workbook; each has a message at `contract:excel.<problem>`. */
export type WorkbookProblem =
  | 'notExcel'
  | 'oldExcel'
  | 'encrypted'
  | 'damaged'
  | 'notUtf8'
  | 'brokenUtf8'
  | 'forbiddenXml'
  | 'tooBig'
  | 'tooBigUnpacked'
  | 'tooSlow'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'tooManyCells'
  | 'tooMuchText'
  | 'outsideSheet'
  | 'noSheet'
  | 'noHeader'
  | 'duplicateHeader'
  | 'valueWithoutHeader'
  | 'merged'
  | 'formula'
  | 'errorCell'
  | 'hiddenValue'
  | 'struckOut'
  | 'openQuote'

/**
 * Position and limits: `row` from 1, `column` in letters, `limit` in the unit of the problem (bytes, rows, cells …),
 * `header` the row that the headings are read from.
 */
export type WorkbookRefusalParams = { row?: number; column?: string; limit?: number; value?: string; header?: number }

/** A workbook that cannot be read, with the reason. Crosses the worker boundary as `{ problem, location }`. */
export class WorkbookRefusal extends Refusal {
  readonly problem: WorkbookProblem
  readonly location: WorkbookRefusalParams
  constructor(problem: WorkbookProblem, location: WorkbookRefusalParams = {}) {
    super(errno.message, `contract:excel.${problem}`, { params: location as Record<string, string | number> })
    this.problem = problem
    this.location = location
  }
}

/** Converts a column number from 1 to letters: 1 → `A`, 28 → `AB`. */
export function toColumnLetters(index: number): string {
  let letters = ''
  for (let n = index; n > 0; n = Math.floor((n - 1) / 26)) letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters
  return letters
}
