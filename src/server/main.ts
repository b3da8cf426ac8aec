import { once } from 'node:events'
import { resolve } from 'node:path'
import { networkInterfaces } from 'node:os'
import { pino, stdSerializers } from 'pino'
import { loadCertificate } from './load-certificate'
import { BadSetting, buildHelpText, readSettings, type Config } from './config'
import { startTraces } from './traces'
import { openDatabase } from './db/connect'
import { toConnectionSettings } from './db/postgres/postgres-settings'
import { getTemplateFolder } from './db/embedded/template'
import { isDatabaseMissing } from './db/embedded/data-folder'
import { isUnavailable } from './db/errors'
import { describeServer } from './db/postgres/server-hosts'
import { StartingServer } from './http/starting-server'
import { migrateDatabase, startExclusively } from './db/migrate'
import { explainSystemTrouble } from './db/explain-trouble'
import { toBackupSettings } from './backups/backup-settings'
import { toDirectorySettings } from './directory-settings'
import { toS3Settings } from './files/s3-settings'
import { preparePrivateDataFolder } from './private-folder'
import { findClientFolder, migrationsFolder, programVersion, sourceFolder, templatesFolder } from './program-files'
import type { Application } from './application'
import type { Job } from './area'
import { printAnnouncement, printLogLine, showProgress, type Announcement } from './terminal'
import { loadTranslations, getLocaleFolders } from './translations'

const START_USAGE = [
  'node src/start.mjs [flags]: starts the server',
  'node src/start.mjs backup|restore|move-files|doctor …: a command; node src/start.mjs <command> --help says more',
]
const STOP_TIMEOUT_MS = 10_000

/**
 * Starts the plant's server: `npm start`. Until the plant is ready, its port answers with the progress. The app is served
 * only after `appBuilt` has resolved, because it may still be building while the database is filled.
 */
export async function startServer(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  appBuilt: Promise<void> = Promise.resolve(),
): Promise<void> {
  if (argv.includes('--help')) return void process.stdout.write(buildHelpText(START_USAGE))
  // In a terminal, informational log lines would break up the progress and the announcement.
  const settings = readSettings(argv, process.stderr.isTTY ? { LOG_LEVEL: 'warn', ...env } : env)
  const logger = pino(
    {
      level: settings.logLevel,
      serializers: { err: serializeError },
      redact: ['req.headers.authorization', 'password', '*.password', 'token', '*.token'],
    },
    process.stderr.isTTY ? { write: printLogLine } : pino.destination({ dest: 2, sync: false }),
  )
  logger.info({ version: programVersion, node: process.versions.node }, 'starting')
  if (settings.role !== 'all' && !settings.databaseUrl)
    throw new BadSetting(
      'ROLE needs DATABASE_URL: the embedded database has one process, which does everything (ROLE=all).',
    )
  const s3 = toS3Settings(settings)
  const dataDir = resolve(settings.dataDir)
  preparePrivateDataFolder(dataDir)
  const { https: isHttpsRequested, ...otherSettings } = settings
  const config: Omit<Config, 'clientDir'> = {
    ...otherSettings,
    isHttpsEnabled: isHttpsRequested,
    dataDir,
    logger,
    shouldLogRequests: settings.logLevel !== 'warn' && settings.logLevel !== 'error',
    https: isHttpsRequested ? await loadCertificate(dataDir, settings) : null,
  }
  const stopTraces = await startTraces(process.env)
  showProgress('Opening the database …')
  const translations = await loadTranslations(getLocaleFolders(sourceFolder))
  const startingServer = new StartingServer(translations, config.https)
  const listenPromise = startingServer.listen(settings.port, settings.host)
  // Awaited below; an error of the database is reported first.
  listenPromise.catch(() => undefined)
  const backups = toBackupSettings(settings)
  // Checked before the database is created, so that a refused start leaves nothing behind.
  if (!settings.newPlant && !settings.databaseUrl && isDatabaseMissing(dataDir))
    await (await import('./plant-remains')).assertNoPlantRemains(backups, `The embedded database in ${dataDir}`)
  const databasePromise = openDatabase({
    dataDir,
    databaseUrl: settings.databaseUrl || undefined,
    connections: toConnectionSettings(settings),
    log: logger,
    provisional: true,
    template: getTemplateFolder(templatesFolder, migrationsFolder),
  })
  // Load the rest of the program while the embedded database opens in its worker thread; both take equally long.
  await Promise.race([databasePromise, once(process, 'worker')])
  const programPromise = import('./program')
  const db = await databasePromise
  await listenPromise
  const {
    areaServers,
    createHttpServer,
    JobRunner,
    seedDatabase,
    seedAccess,
    waitForSending,
    startApplication,
    logMissingFiles,
  } = await programPromise
  const preparePlant = async () => {
    if (settings.databaseUrl) {
      const { assertNoPlantRemains, loadPlantState } = await import('./plant-remains')
      const { isEmpty } = await loadPlantState(db.pool)
      const target = `The database ${describeServer(settings.databaseUrl)}`
      if (isEmpty && !settings.newPlant) await assertNoPlantRemains(backups, target)
    }
    await migrateDatabase(db, migrationsFolder, {
      log: logger,
      onPercent: (percent) => (startingServer.progress = { step: 'database', percent }),
    })
    const app = await startApplication({
      areas: areaServers,
      db,
      translations,
      log: logger,
      dataDir,
      timeZone: settings.timeZone,
      sessions: {
        idleHours: settings.sessionHours,
        maxDays: settings.sessionDays,
        maxPerPerson: settings.sessionsPerPerson,
      },
      verifiedMinutes: settings.verifiedMinutes,
      directory: toDirectorySettings(settings),
      publicUrl: settings.publicUrl,
      outboundHosts: settings.outboundHosts,
      s3,
      secretKey: settings.secretKey,
      acceptNewKey: settings.acceptNewKey,
      backups,
    })
    const firstPassword = settings.adminPassword || (settings.demo ? 'Demo-2026!' : '')
    const { generatedPassword } = await seedDatabase(app, (ctx) => seedAccess(ctx, firstPassword))
    const demo = settings.demo
      ? await loadDemonstration(
          app,
          { scale: settings.demoScale, days: settings.demoDays, language: settings.demoLanguage },
          settings.adminPassword ? null : firstPassword,
          (percent) => (startingServer.progress = { step: 'demonstration', percent }),
        )
      : { accounts: [], jobs: [] }
    return { app, demo, generatedPassword }
  }
  const { app, demo, generatedPassword } = await startExclusively(db, preparePlant, () =>
    showProgress('Waiting for another instance that is starting …'),
  )
  startingServer.progress = { step: 'app', percent: null }
  await appBuilt
  const httpServer = await createHttpServer(app, { ...config, clientDir: findClientFolder() })
  await startingServer.handOverTo(httpServer)
  // Reads are answered in the meantime; no write is answered before everything is on disk.
  db.makeDurable().catch((error: unknown) => {
    logger.fatal({ err: error }, 'the new database could not be put on disk')
    process.exit(1)
  })
  const address = httpServer.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  app.ownPorts.add(port)
  logMissingFiles(app).catch((error: unknown) => logger.warn({ err: error }, 'the stored files were not checked'))
  const jobs = new JobRunner(app, [...demo.jobs, ...app.jobs])
  const isWorker = settings.role !== 'web'
  if (isWorker) jobs.start()
  const services = [...(settings.role === 'worker' ? [] : app.services), ...(isWorker ? app.backgroundServices : [])]
  const stopFunctions = await Promise.all(services.map((service) => service(app)))
  const stopDemo =
    isWorker && settings.demo && settings.demoLive ? await (await import('@/demo/live')).startLivePlant(app) : null
  printAnnouncement({
    scheme: isHttpsRequested ? 'https' : 'http',
    port,
    lanAddresses: listLanAddresses(settings.host),
    generatedPassword,
    accounts: demo.accounts,
  })

  let isStopping = false
  const stop = (signal: string): void => {
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    // Idle keep-alive connections would otherwise stay open; connections with an unfinished request are cut after half
    // the timeout.
    setInterval(() => httpServer.server.closeIdleConnections(), 100).unref()
    setTimeout(() => httpServer.server.closeAllConnections(), STOP_TIMEOUT_MS / 2).unref()
    void (async () => {
      try {
        await httpServer.close()
        await stopDemo?.()
        await Promise.all(stopFunctions.map((stopService) => stopService()))
        await jobs.close()
        await waitForSending(app)
        await app.changes.close()
        await db.close()
        await stopTraces()
        process.exitCode = 0
      } catch (error) {
        logger.error({ err: error }, 'could not stop cleanly')
        process.exitCode = 1
      }
      setTimeout(() => process.exit(), 200).unref()
    })()
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

/** Omits the stack for an unavailable database, which is not a program error and is reported by many callers. */
const serializeError = (error: Error): object =>
  isUnavailable(error) ? { type: error.name, message: error.message } : stdSerializers.err(error)

const listLanAddresses = (host: string): string[] =>
  host === '0.0.0.0' || host === '::'
    ? Object.values(networkInterfaces())
        .flatMap((list) => list ?? [])
        .filter((a) => a.family === 'IPv4' && !a.internal)
        .map((a) => a.address)
    : host === '127.0.0.1' || host === 'localhost'
      ? []
      : [host]

/** Fills an empty database with the demonstration plant. Its code is loaded only if needed. */
async function loadDemonstration(
  app: Application,
  { scale, days, language }: { scale: number; days: number; language: 'zh' | 'en' },
  adminPassword: string | null,
  onPercent: (percent: number) => void,
): Promise<{ accounts: Announcement['accounts']; jobs: readonly Job[] }> {
  const { demoAccounts, remainingStepsJob: demoJob, loadDemo } = await import('@/demo')
  const isNewPlant = await loadDemo(app, {
    seed: 1,
    scale,
    days,
    language,
    now: app.clock(),
    // The address is printed once the plant can be used.
    onProgress: (doneCount, totalCount) => {
      showProgress('Loading the demonstration plant (the address follows) …', doneCount, totalCount)
      onPercent(Math.floor((doneCount / totalCount) * 100))
    },
  })
  return {
    // The passwords of an older plant may have been changed, or belong to a restored one.
    accounts: isNewPlant ? [{ userName: 'admin', password: adminPassword, role: 'ADMIN' }, ...demoAccounts] : [],
    jobs: [demoJob],
  }
}

/** Explains an error of the server's start or of a command, in one line if the operator can fix it. */
export function explainError(error: unknown): string {
  const operatorErrors = [
    'BadSetting',
    'DataFolderInUse',
    'ForeignFolder',
    'DatabaseDamaged',
    'DatabaseUnavailable',
    'MigrationMismatch',
    'BackupRefused',
    'FileStoreUnavailable',
  ]
  if (!(error instanceof Error)) return String(error)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `The port is in use: ${error.message}. Choose another with PORT.`
  if (operatorErrors.includes(error.name)) return error.message
  const systemTrouble = explainSystemTrouble(error)
  if (systemTrouble) return systemTrouble
  // Errors of the operating system, such as a read-only folder or a full disk.
  return 'syscall' in error ? error.message : (error.stack ?? error.message)
}

// The development command runs this file from source.
if (process.argv[1]?.endsWith('main.ts')) {
  startServer(process.argv.slice(2), process.env).catch((error: unknown) => {
    process.stderr.write(`${explainError(error)}\n`)
    process.exit(1)
  })
}
