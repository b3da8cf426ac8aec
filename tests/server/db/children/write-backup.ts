/** Writes a scheduled backup. When it reaches the given step, prints the step and waits to be killed. */
import fs from 'node:fs'
import path from 'node:path'
import { parseBackupKeys } from '@/server/db/backup-encryption'
import { getSharedFolder } from '@/server/db/backup-format'
import { writeBackupWithFileSizes } from '@/server/db/backup'

const [dataDir = '', to = '', keyText = '', step = ''] = process.argv.slice(2)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
fs.mkdirSync(path.dirname(to), { recursive: true })
await writeBackupWithFileSizes({
  dataDir,
  to,
  log,
  shared: { folder: getSharedFolder(to), key: parseBackupKeys(keyText)[0] ?? null },
  progress: ({ doing, done }) => {
    if (`${doing} ${done}` !== step) return
    fs.writeSync(1, `${step}\n`)
    // Blocks the process, so that nothing more is written until it is killed.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
fs.writeSync(1, 'complete\n')
