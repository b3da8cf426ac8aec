/** Opens the embedded database: checks and locks the folder, starts the engine, and starts watchdog and maintenance. */
import { setTimeout as pause } from 'node:timers/promises'
import { makeDataFolder } from '../../private-folder'
import { resolveWorkerEntry } from '../../worker-entry'
import type { Backend, DatabaseLog } from '../backend'
import { LocalChannels } from '../local-channels'
import { DatabasePool } from '../pool'
import { createControlHandler } from './control'
import { Engine } from './engine'
import { getDatabaseFolder, inspectDataFolder, recordDatabase } from './data-folder'
import { type Lock, lockFolder } from './folder-lock'
import { EngineStream, EngineSession } from './engine-stream'
import { DatabaseMaintenance } from './database-maintenance'
import { type WatchdogLimits, Watchdog } from './watchdog'

export interface EmbeddedOptions {
  dataDir: string
  log: DatabaseLog
  limits?: Partial<WatchdogLimits>
  /** Another worker entry, for tests. */
  worker?: URL
  /** A new database is lost on a crash before `Backend.makeDurable` has resolved; until then nobody may use it. */
  provisional?: boolean | undefined
  /** Folder of an empty database that a new one is copied from, if it exists. */
  template?: string | undefined
}

const DEFAULT_LIMITS: WatchdogLimits = { statementMs: 30_000, idleInTransactionMs: 30_000 }
/** Maximum wait for the only connection. */
const CONNECTION_TIMEOUT_MS = 35_000

/**
 * Opens the embedded database, creating it if the data folder is new.
 * @throws BadSetting, DataFolderInUse, ForeignFolder, DatabaseDamaged, DatabaseUnavailable
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Backend> {
  const { dataDir, log } = options
  makeDataFolder(dataDir)
  // Refuse an unusable folder before the first byte is written; the check is repeated under the lock.
  inspectDataFolder(dataDir)
  let onConnection: Parameters<typeof lockFolder>[1] = (socket) => socket.end()
  const lock = await lockFolder(dataDir, (socket) => onConnection(socket))
  try {
    const isNew = inspectDataFolder(dataDir) === 'new'
    const engine = new Engine({
      folder: getDatabaseFolder(dataDir),
      worker: options.worker ?? resolveWorkerEntry('database-worker', 'db/embedded/worker.ts'),
      log,
      provisional: options.provisional,
      template: options.template,
    })
    await engine.open(isNew)
    recordDatabase(dataDir)
    const backend = assembleBackend(engine, lock, options)
    onConnection = createControlHandler(dataDir, backend)
    return backend
  } catch (error) {
    await lock.release()
    throw error
  }
}

function assembleBackend(engine: Engine, lock: Lock, { log, limits }: EmbeddedOptions): Backend {
  const session = new EngineSession(engine)
  const pool = new DatabasePool({
    max: 1,
    shared: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => new EngineStream(session),
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database session ended'))
  const watchdog = new Watchdog(session, { ...DEFAULT_LIMITS, ...limits }, log, (reason) => pool.reclaimClients(reason))
  const maintenance = new DatabaseMaintenance(engine, pool, watchdog, log)
  const channels = new LocalChannels(log)
  return {
    kind: 'embedded',
    pool,
    channels,
    waitUntilDurable: () => engine.flush(),
    flush: () => engine.flush(),
    allowLongStatements: (milliseconds) => watchdog.raiseLimits(milliseconds),
    makeDurable: () => engine.makeDurable(() => maintenance.checkpoint()),
    isDurable: () => !engine.isProvisional,
    checkpoint: () => maintenance.checkpoint(),
    vacuum: () => maintenance.vacuum(),
    getHealth: () =>
      engine.state === 'open' ? { ok: true } : { ok: false, why: engine.unavailableReason ?? engine.state },
    close: async () => {
      await maintenance.stop()
      watchdog.stop()
      // A client that is never released must not keep the program from ending.
      await Promise.race([pool.end(), pause(10_000, undefined, { ref: false })])
      await engine.close()
      await lock.release()
    },
  }
}
