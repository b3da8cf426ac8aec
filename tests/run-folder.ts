import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the processes of one run keep what is made once and used by all. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER'

/** Makes the folder before the first process starts; answers how to take it away. Each project asks; the first one is served. */
export default function runFolder(): (() => Promise<void>) | undefined {
  if (process.env[RUN_FOLDER]) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mes-tests-'))
  process.env[RUN_FOLDER] = folder
  // Not synchronously: Vitest would meanwhile miss that its last process has ended, and report that it does not stop.
  return () => rm(folder, { recursive: true, force: true })
}
