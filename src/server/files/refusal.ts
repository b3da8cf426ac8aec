import { errno, Refusal, type Errno } from '@/contract/errno'

/** Everything a file can be refused for; each has a sentence at `contract:files.<problem>`. */
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

const codes: Partial<Record<FileProblem, Errno>> = {
  unknownUpload: errno.notFound,
  badStart: errno.parameter,
  pastEnd: errno.parameter,
  pieceTooLarge: errno.parameter,
  tooManyUnfinished: errno.limited,
}

/** A file or a piece of one that is not taken, and why. `limit` is in bytes, pixels or uploads, as the problem says. */
export class FileRefusal extends Refusal {
  readonly problem: FileProblem
  constructor(problem: FileProblem, params: { limit?: number; value?: string } = {}, data: unknown = null) {
    super(codes[problem] ?? errno.message, `contract:files.${problem}`, {
      params: params as Record<string, string | number>,
      data,
    })
    this.problem = problem
  }
}
