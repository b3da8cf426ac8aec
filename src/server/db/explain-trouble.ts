import pg from 'pg'
import { MAX_CAUSE_DEPTH } from './errors'

const SYSTEM_ERROR_SENTENCES: Readonly<Record<string, string>> = {
  EMFILE: 'Too many files are open at once. Allow more (ulimit -n) and try again',
  ENFILE: 'Too many files are open on this machine. Close other programs and try again',
  EIO: 'The disk reports an error. Check it, and copy what can still be read to another one',
  ENOSPC: 'The disk is full. Make room and try again',
  EDQUOT: 'The disk is full for this account. Make room and try again',
  EROFS: 'The disk is mounted to be read only',
  EACCES: 'This account may not read or write there',
  EPERM: 'This account may not read or write there',
  ENOENT: 'There is no such file or folder, and none can be made there',
  ENOTDIR: 'A part of this path is a file, not a folder',
}
/** Error codes by message of the embedded database, which reports these errors without a code. */
const ENGINE_MESSAGE_CODES: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/i, 'ENOSPC'],
  [/Too many open files/i, 'EMFILE'],
  [/Permission denied/i, 'EACCES'],
  [/Read-only file system/i, 'EROFS'],
  [/Input\/output error/i, 'EIO'],
]
/** Explains a disk error found in the output of a program that ended; null if the output names none. */
export function explainEngineTrouble(message: string): string | null {
  const code =
    Object.keys(SYSTEM_ERROR_SENTENCES).find((errorCode) => new RegExp(`\\b${errorCode}\\b`).test(message)) ??
    ENGINE_MESSAGE_CODES.find(([pattern]) => pattern.test(message))?.[1]
  return code ? `${SYSTEM_ERROR_SENTENCES[code]} (${code}).` : null
}

/** SQLSTATEs for corrupted data or indexes, and for errors reported by the operating system. */
const DISK_SQL_STATES = /^(XX001|XX002|58030|53100)$/

/** Explains disk errors and damaged files in one sentence instead of a stack; null for anything else. */
export function explainSystemTrouble(error: unknown): string | null {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < MAX_CAUSE_DEPTH;
    current = current.cause, depth++
  ) {
    if (current instanceof pg.DatabaseError) {
      if (current.code?.startsWith('XX00'))
        return `The database is damaged: ${current.message}. Keep a copy of the data folder and restore the last backup into an empty one.`
      if (DISK_SQL_STATES.test(current.code ?? '')) return `The database met an error of the disk: ${current.message}.`
    }
    const { code, path } = current as NodeJS.ErrnoException
    const sentence = code ? SYSTEM_ERROR_SENTENCES[code] : undefined
    if (sentence) return `${sentence} (${[code, path].filter(Boolean).join(' ')}).`
  }
  return null
}
