import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { troubleSentence } from './db/trouble'
import { BadSetting } from './setting'

/** Nobody but the account that the server runs as reads its data: folders 0700, files 0600. */
const OTHERS = 0o077

/**
 * Makes the data folder, closed to others, and closes to them all that this process makes from now on: the database writes
 * its files by itself. A folder that was open before is closed.
 */
export function openDataFolder(dataDir: string): void {
  makePrivately()
  makeDataFolder(dataDir)
  if (process.platform !== 'win32') chmodSync(dataDir, 0o700)
}
/** Makes the data folder where there is none. @throws BadSetting, with a sentence, where none can be or nothing can be written */
export function makeDataFolder(dataDir: string): void {
  try {
    makeBelow(resolve(dataDir))
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof BadSetting) throw error
    const why = troubleSentence(error) ?? `No folder can be made there (${(error as NodeJS.ErrnoException).code}).`
    throw new BadSetting(`The data folder ${dataDir} cannot be used. ${why} Choose another with DATA_DIR.`)
  }
}
/** One folder after the other: in one step, Node asks file systems that make none (such as /proc) for ever. */
function makeBelow(folder: string): void {
  const found = existsSync(folder) ? statSync(folder) : undefined
  if (found?.isDirectory()) return
  if (found)
    throw new BadSetting(`The data folder cannot be made: ${folder} is a file. Choose another folder with DATA_DIR.`)
  makeBelow(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start made it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
/** What this process makes from now on is its own. */
export function makePrivately(): void {
  process.umask(OTHERS)
}
