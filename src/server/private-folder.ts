import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { troubleSentence } from './db/trouble'
import { BadSetting } from './setting'

/** Only the server's account may access its data: folders 0700, files 0600. */
const OTHERS = 0o077

/**
 * Creates the data folder and closes it, and everything this process creates from now on, to other accounts. The umask
 * is needed because the database writes its files itself. An existing open folder is closed too.
 */
export function openDataFolder(dataDir: string): void {
  makePrivately()
  makeDataFolder(dataDir)
  if (process.platform !== 'win32') chmodSync(dataDir, 0o700)
}
/** Creates the data folder if missing. @throws BadSetting, with a sentence, if it cannot be created or written */
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
/**
 * Creates folders one by one: with `recursive`, Node retries forever on file systems that cannot create any (such as
 * /proc).
 */
function makeBelow(folder: string): void {
  const found = existsSync(folder) ? statSync(folder) : undefined
  if (found?.isDirectory()) return
  if (found)
    throw new BadSetting(`The data folder cannot be made: ${folder} is a file. Choose another folder with DATA_DIR.`)
  makeBelow(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another start created it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
/** Makes everything that this process creates from now on private to its account. */
export function makePrivately(): void {
  process.umask(OTHERS)
}
