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
  /** The extension of the name contradicts the content. */
  | 'misnamedPicture'
  | 'misnamedPdf'
  | 'misnamedArchive'
  | 'misnamedText'
  | 'hashMismatch'
  /** The announcement of an upload is malformed. */
  | 'badStart'
  /** The id was already announced with another hash. */
  | 'changed'
  | 'unknownUpload'
  /** A piece exceeds the announced size. */
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

const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT']

/**
 * Runs work that writes to disk. A full disk is temporary, so the sender only retries.
 * @throws Refusal errno.busy if it is full
 */
export async function withFullDiskRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && FULL_DISK_CODES.includes(String(error.code)))) throw error
    throw Object.assign(new Refusal(errno.busy, 'contract:errors.diskFull'), { cause: error })
  }
}
