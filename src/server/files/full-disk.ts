import { errno, Refusal } from '@/contract/errno'

const FULL_DISK_CODES = ['ENOSPC', 'EDQUOT']

/**
 * Runs work that writes to disk. A full disk is temporary, so the sender only retries.
 * @throws Refusal 4502 if it is full
 */
export async function withFullDiskRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && FULL_DISK_CODES.includes(String(error.code)))) throw error
    throw Object.assign(new Refusal(errno.busy, 'contract:errors.diskFull'), { cause: error })
  }
}
