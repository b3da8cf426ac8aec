import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the environment variable with the folder that all processes of a run share, e.g. for the seeded plant. */
export const RUN_FOLDER_VARIABLE = 'TEST_RUN_FOLDER'

/** Creates the folder before the first process starts. Vitest calls this once per project; only the first call creates and returns a function that deletes the folder. */
export default function createRunFolder(): (() => Promise<void>) | undefined {
  if (process.env[RUN_FOLDER_VARIABLE]) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mes-tests-'))
  process.env[RUN_FOLDER_VARIABLE] = folder
  // Deleting synchronously would make Vitest miss the end of its last process and report that it does not stop.
  return () => rm(folder, { recursive: true, force: true })
}
