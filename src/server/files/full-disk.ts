import { errno, Refusal } from '@/contract/errno'

const FULL = ['ENOSPC', 'EDQUOT']

/** A full disk is the server's trouble and passes; the sender only waits. @throws Refusal 4502 instead of the system's error */
export async function unlessFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && FULL.includes(String(error.code)))) throw error
    throw Object.assign(new Refusal(errno.busy, 'contract:errors.diskFull'), { cause: error })
  }
}
