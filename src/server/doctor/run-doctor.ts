/** The command `doctor`: checks settings and surroundings of the server, and says what to do about each failure. */
import { resolve } from 'node:path'
import { BadSetting, type Settings, readSettings } from '../config'
import { type ConnectionSettings, toConnectionSettings } from '../db/postgres/postgres-settings'
import { type BackupSettings, toBackupSettings } from '../backups/backup-settings'
import { toDirectorySettings } from '../directory-settings'
import { type S3Settings, toS3Settings } from '../files/s3-settings'
import { programVersion } from '../program-files'
import { checkBackups } from './check-backups'
import { checkDataFolder } from './check-folder'
import { checkEmbeddedDatabase, checkPostgres } from './check-database'
import { checkFileStore } from './check-files'
import { checkCertificateFiles, checkClockSynchronization, checkPort, checkPublicAddress } from './check-machine'
import { checkKey, checkPlantRemains, inspectEmbeddedState, loadStateOfServer } from './check-plant'
import { createFailure, createOk, createWarning, formatFindings, type Finding } from './findings'

/** Runs all checks with the settings that the server would have. Changes nothing. */
export async function examineServer(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  clock: () => Date = () => new Date(),
): Promise<Finding[]> {
  // Always ok, because `start.mjs` refuses an older version of Node.
  const node = createOk('Node', process.versions.node)
  let settings: Settings
  let s3: S3Settings | null
  let connections: ConnectionSettings
  let backupSettings: BackupSettings
  try {
    settings = readSettings(args, env)
    toDirectorySettings(settings)
    s3 = toS3Settings(settings)
    connections = toConnectionSettings(settings)
    backupSettings = toBackupSettings(settings)
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error
    return [node, createFailure('Settings', error.message, 'See src/docs/settings.md.')]
  }
  const { dataDir, databaseUrl, port, host, https, certificate, certificateKey, publicUrl, secretKey } = settings
  const clockFinding = checkClockSynchronization()
  const serverUrl = connections.directUrl ?? databaseUrl
  const plantState = serverUrl ? await loadStateOfServer(serverUrl) : inspectEmbeddedState(dataDir)
  return [
    node,
    createOk('Settings', `valid; time zone ${settings.timeZone}`),
    ...(settings.demo
      ? [
          createWarning(
            'Plant',
            'the demonstration plant will be loaded into an empty database',
            'For a real plant set DEMO=0.',
          ),
        ]
      : []),
    ...checkDataFolder(dataDir),
    checkKey(resolve(dataDir), secretKey, plantState ?? undefined),
    ...(plantState ? await checkPlantRemains(backupSettings, plantState) : []),
    // The demonstration plant needs no backups.
    ...(settings.demo && backupSettings.time === null ? [] : await checkBackups(backupSettings, clock())),
    ...(databaseUrl ? await checkPostgres(databaseUrl, clock, connections) : [checkEmbeddedDatabase(dataDir)]),
    ...(await checkFileStore(dataDir, s3, serverUrl)),
    ...(clockFinding ? [clockFinding] : []),
    await checkPort(port, host, https ? 'https' : 'http'),
    ...(https && certificate ? [checkCertificateFiles(certificate, certificateKey, clock())] : []),
    ...(publicUrl ? [await checkPublicAddress(publicUrl, clock())] : []),
  ]
}

/** Prints the findings. Sets the exit code to 1 if something keeps the plant from starting or working. */
export async function runDoctorCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const findings = await examineServer(args, env)
  process.stdout.write(`nonwoven-mes ${programVersion}\n${formatFindings(findings)}\n`)
  const failureCount = findings.filter(({ status }) => status === 'failure').length
  const warningCount = findings.filter(({ status }) => status === 'warning').length
  process.stdout.write(`\nFailures: ${failureCount}. Warnings: ${warningCount}.\n`)
  if (failureCount) process.exitCode = 1
}
