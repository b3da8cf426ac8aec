import { resolve } from 'node:path'
import { pino } from 'pino'
import { buildHelpText, readCommandArguments } from './config'
import { runBackupCommand, runRestoreCommand } from './db/backup-commands'
import { runDoctorCommand } from './doctor/run-doctor'
import { explain } from './main'

export { explain }

const USAGE_BY_COMMAND = {
  backup:
    'npm run backup -- [folder] [flags]: copies the database and the uploaded files, by default to <data>/backups',
  restore: 'npm run restore -- <folder> [flags]: puts a backup into an empty database',
  doctor:
    'npm run doctor -- [flags]: checks settings, disk, database, clock, key, port and certificate; changes nothing',
}

/** Runs a command; flags and environment are those of the server. */
export async function runCommand(
  name: keyof typeof USAGE_BY_COMMAND,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(buildHelpText(USAGE_BY_COMMAND[name]))
  if (name === 'doctor') return runDoctorCommand(args, env)
  const { settings, folders: names } = readCommandArguments(args, env)
  const log = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }))
  const commandSettings = {
    dataDir: resolve(settings.dataDir),
    databaseUrl: settings.databaseUrl || undefined,
    secretKey: settings.secretKey,
    log,
  }
  if (name === 'backup') process.stdout.write(`${await runBackupCommand(names, commandSettings)}\n`)
  else await runRestoreCommand(names, commandSettings)
}
