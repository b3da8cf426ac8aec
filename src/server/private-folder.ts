import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { explainSystemTrouble } from './db/explain-trouble'
import { BadSetting } from './setting'

/** Permission bits removed from new folders and files, so that only the server's account may access its data. */
const OTHERS_UMASK = 0o077

/**
 * Creates the data folder for the server's account only; an existing folder loses the permissions of other accounts. Also
 * sets the umask of the process, because the database creates its files itself.
 */
export function preparePrivateDataFolder(dataDir: string): void {
  restrictUmask()
  makeDataFolder(dataDir)
  if (process.platform !== 'win32') chmodSync(dataDir, 0o700)
}
/** Creates the data folder if missing. @throws BadSetting with the reason if it cannot be created or written */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolderPath(resolve(dataDir), 'data folder', 'DATA_DIR')
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof BadSetting) throw error
    const reason =
      explainSystemTrouble(error) ?? `No folder can be made there (${(error as NodeJS.ErrnoException).code}).`
    throw new BadSetting(`The data folder ${dataDir} cannot be used. ${reason} Choose another with DATA_DIR.`)
  }
}
/** Creates the folder of backups if missing. @throws BadSetting if it is a file, or the error of the operating system */
export const makeBackupFolder = (folder: string): void => makeFolderPath(folder, 'folder of backups', 'BACKUP_DIR')
/**
 * Creates a folder and its missing parents, one by one. Not with `recursive`, because Node then retries forever on file
 * systems that cannot create any folder (such as /proc).
 */
function makeFolderPath(folder: string, kind: string, setting: string): void {
  const stats = existsSync(folder) ? statSync(folder) : undefined
  if (stats?.isDirectory()) return
  if (stats)
    throw new BadSetting(`The ${kind} cannot be made: ${folder} is a file. Choose another folder with ${setting}.`)
  makeFolderPath(dirname(folder), kind, setting)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process has created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
/** Makes everything that this process creates from now on private to its account. */
export function restrictUmask(): void {
  process.umask(OTHERS_UMASK)
}
