import { resolve } from 'node:path'
import { pino } from 'pino'
import { readSettings } from './config'
import { backupCommand, restoreCommand } from './db/command'
import { explain } from './main'

export { explain }

/** `npm run backup -- [folder]` and `npm run restore -- <folder>`; flags and environment as for the server. */
export async function command(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const folders = args.filter((arg) => !arg.startsWith('--'))
  const settings = readSettings(
    args.filter((arg) => arg.startsWith('--')),
    env,
  )
  const log = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }))
  const on = { dataDir: resolve(settings.dataDir), databaseUrl: settings.databaseUrl || undefined, log }
  if (name === 'backup') process.stdout.write(`${await backupCommand(folders, on)}\n`)
  else await restoreCommand(folders, on)
}
