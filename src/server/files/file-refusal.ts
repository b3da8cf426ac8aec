import { FileStoreUnavailable } from './file-store'
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
 * Errors of a network disk whose server is away, of a disk that was mounted read-only after an error, and of a folder that
 * belongs to another account.
 */
const LOST_DISK_CODES = ['EIO', 'EROFS', 'EACCES', 'EPERM', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT']

/**
 * Runs work that writes to disk and converts errors of a full or lost disk to errors after which the sender retries.
 * @throws Refusal errno.busy if it is full, FileStoreUnavailable if it is lost
 */
export async function translateDiskErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (LOST_DISK_CODES.includes(code))
      throw new FileStoreUnavailable(`The disk of the files cannot be used (${code})`, { cause: error })
    if (!FULL_DISK_CODES.includes(code)) throw error
    throw Object.assign(new Refusal(errno.busy, 'contract:errors.diskFull'), { cause: error })
  }
}
