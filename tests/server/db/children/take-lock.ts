/** Tries to lock a folder and prints the result. A holder runs until it is killed. */
import fs from 'node:fs'
import { lockFolder } from '@/server/db/embedded/folder-lock'

try {
  await lockFolder(process.argv[2] ?? '', (socket) => socket.resume())
  fs.writeSync(1, `got ${process.pid}\n`)
  setInterval(() => undefined, 1e6)
} catch (error) {
  fs.writeSync(1, `refused ${error instanceof Error ? error.message : String(error)}\n`)
}
