import { resolve } from 'node:path'
import { pino } from 'pino'
import { buildHelpText, readCommandArguments } from './config'
import { runBackupCommand, runRestoreCommand } from './db/backup-commands'
import { runMoveFilesCommand } from './files/file-commands'
import { toS3Settings } from './files/s3-settings'
import { toConnectionSettings } from './db/postgres/postgres-settings'
import { parseBackupKeys } from './db/backup-encryption'
import { runDoctorCommand } from './doctor/run-doctor'
import { explainError } from './main'

export { explainError }

const USAGE_BY_COMMAND = {
  backup:
    'node src/start.mjs backup [folder] [flags]: copies the database and the uploaded files, by default to <data>/backups; encrypts them if BACKUP_KEY is set',
  restore: 'node src/start.mjs restore <folder> [flags]: puts a backup into an empty database',
  'move-files':
    'node src/start.mjs move-files s3|disk [remove-source] [flags]: copies the files between the data folder and the S3 server, verifies each, and continues where it was interrupted',
  doctor:
    'node src/start.mjs doctor [flags]: checks settings, disk, database, file store, clock, key, port and certificate; changes nothing',
}

/** Runs a command. It reads the same flags and environment variables as the server. */
export async function runCommand(
  name: keyof typeof USAGE_BY_COMMAND,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (args.includes('--help')) return void process.stdout.write(buildHelpText([USAGE_BY_COMMAND[name]]))
  if (name === 'doctor') return runDoctorCommand(args, env)
  const { settings, positionals } = readCommandArguments(args, env)
  const log = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: true }))
  const commandSettings = {
    dataDir: resolve(settings.dataDir),
    databaseUrl: settings.databaseUrl || undefined,
    connections: toConnectionSettings(settings),
    secretKey: settings.secretKey,
    s3: toS3Settings(settings),
    backupKeys: parseBackupKeys(settings.backupKey),
    log,
  }
  if (name === 'move-files') {
    const { damagedHashes } = await runMoveFilesCommand(positionals, commandSettings)
    if (damagedHashes.size > 0) process.exitCode = 1
    return
  }
  if (name === 'backup') process.stdout.write(`${await runBackupCommand(positionals, commandSettings)}\n`)
  else await runRestoreCommand(positionals, commandSettings)
}
