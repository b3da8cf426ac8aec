import { errno, Refusal, type Errno } from '@/contract/errno'

/** Reasons to refuse a file; each has a text at `contract:files.<problem>`. */
export type FileProblem =
  | 'empty'
  | 'unknownType'
  | 'heic'
  | 'gif'
  | 'markup'
  | 'program'
  | 'tooLarge'
  | 'tooManyPixels'
  | 'damagedImage'
  | 'hashMismatch'
  | 'badStart'
  | 'changed'
  | 'unknownUpload'
  | 'pastEnd'
  | 'pieceTooLarge'
  | 'tooManyUnfinished'

const errnoByProblem: Partial<Record<FileProblem, Errno>> = {
  unknownUpload: errno.notFound,
  badStart: errno.parameter,
  pastEnd: errno.parameter,
  pieceTooLarge: errno.parameter,
  tooManyUnfinished: errno.limited,
}

/** Refusal of a file or piece. `limit` is in bytes, pixels or uploads, depending on the problem. */
export class FileRefusal extends Refusal {
  readonly problem: FileProblem
  constructor(problem: FileProblem, params: { limit?: number; value?: string } = {}, data: unknown = null) {
    super(errnoByProblem[problem] ?? errno.message, `contract:files.${problem}`, {
      params: params as Record<string, string | number>,
      data,
    })
    this.problem = problem
  }
}
