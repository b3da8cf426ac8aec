import { resolve } from 'node:path'
import { pino } from 'pino'
import { helpText, readCommand } from './config'
import { backupCommand, restoreCommand } from './db/command'
import { explain } from './main'

export { explain }

const usage = {
  backup:
    'npm run backup -- [folder] [flags]: copies the database and the uploaded files, by default to <data>/backups',
  restore: 'npm run restore -- <folder> [flags]: puts a backup into an empty database',
}

/**
 * Runs `npm run backup -- [folder]` or `npm run restore -- <folder>`; flags and environment are those of the server.
 */
export async function command(
  name: keyof typeof usage,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(helpText(usage[name]))
  const { settings, names } = readCommand(args, env)
  const log = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }))
  const on = {
    dataDir: resolve(settings.dataDir),
    databaseUrl: settings.databaseUrl || undefined,
    secretKey: settings.secretKey,
    log,
  }
  if (name === 'backup') process.stdout.write(`${await backupCommand(names, on)}\n`)
  else await restoreCommand(names, on)
}
