/** Takes the lock of a folder and says how that went; a holder stays until it is killed. */
import fs from 'node:fs'
import { lockFolder } from '@/server/db/embedded/folder-lock'

try {
  await lockFolder(process.argv[2] ?? '', (socket) => socket.resume())
  fs.writeSync(1, `got ${process.pid}\n`)
  setInterval(() => undefined, 1e6)
} catch (error) {
  fs.writeSync(1, `refused ${error instanceof Error ? error.message : String(error)}\n`)
}
