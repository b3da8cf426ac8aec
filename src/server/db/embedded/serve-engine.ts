/**
 * Worker side of the engine: runs PGlite on a durable file system and answers messages. Runs in the worker thread only.
 */
import type { MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { type DurableFileSystem, DURABLE_PARAMETERS } from './durable-file-system'
import type { CompiledEngine } from './compile-engine'
import { formatThrown } from './emscripten'
import { unmarkProvisional } from './data-folder'
import { isShutDown, syncDatabaseFolder } from './sync-tree'
import type { Reply, Request, WorkerStartOptions } from './messages'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type NewFolderOptions, installNewFolder } from './new-folder'

/** Commits that nobody waits for are flushed after this time, like PostgreSQL's wal_writer_delay. */
const UNREQUESTED_FLUSH_DELAY_MS = 200

const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...DURABLE_PARAMETERS,
  ...Object.entries({
    shared_buffers: '16MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '128MB',
    min_wal_size: '32MB',
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    timezone_abbreviations: 'Default',
    log_timezone: 'UTC',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/**
 * Creates the program's database role, which owns the schema but is not a superuser. Its statements can neither read the
 * machine's files nor start a program, which would hang forever in PGlite.
 */
const CREATE_ROLE_SQL = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'mes') then
      create role mes nologin;
      grant pg_checkpoint, pg_maintain, pg_read_all_stats, pg_read_all_settings to mes;
      grant create, temporary, connect on database postgres to mes;
      alter schema public owner to mes;
    end if;
  end $$`

/**
 * Opens the database and answers requests until told to close; with `createOnly` it only creates the database.
 * @param createFileSystem creates the file system; tests pass one that records its calls
 */
export async function serveEngine(
  port: MessagePort,
  startOptions: WorkerStartOptions,
  createFileSystem: (folder: string) => DurableFileSystem,
): Promise<void> {
  const reply = (message: Reply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  const engineOutput: string[] = []
  try {
    if (startOptions.createOnly) {
      await createDatabaseFolder(startOptions.folder, startOptions.compiled, startOptions, collectOutput(engineOutput))
      reply({ kind: 'ready' })
      return
    }
    const fileSystem = createFileSystem(startOptions.folder)
    fileSystem.isDurable = !startOptions.provisional
    // A provisional database need not survive a crash of the machine before it is completed, so it is not synced here.
    const wasKilled = !startOptions.provisional && !isShutDown(startOptions.folder)
    if (wasKilled) {
      await syncDatabaseFolder(startOptions.folder)
      fileSystem.skipUnchangedFiles()
    }
    const engine = await openEngine(fileSystem, startOptions.compiled, engineOutput)
    fileSystem.syncAllFiles()
    fileSystem.onAbort = (reason) => reply({ kind: 'fatal', reason })
    handleRequests(port, engine, fileSystem, startOptions.folder, reply)
    reply({ kind: 'ready' })
  } catch (error) {
    reply({
      kind: 'refused',
      reason: formatThrown(error),
      detail: engineOutput.slice(-5).join('\n'),
    })
  }
}

/** Collects the engine's output instead of printing it. */
const collectOutput =
  (engineOutput: string[]) =>
  (text: string): boolean => {
    engineOutput.push(text)
    return false
  }

async function openEngine(
  fileSystem: DurableFileSystem,
  compiledEngine: CompiledEngine,
  engineOutput: string[],
): Promise<PGlite> {
  const onOutput = collectOutput(engineOutput)
  const engine = await PGlite.create({
    fs: fileSystem,
    startParams: START_PARAMETERS,
    pgliteWasmModule: compiledEngine.engine,
    onStderr: onOutput,
    onStdout: onOutput,
  })
  await engine.exec(CREATE_ROLE_SQL)
  await fileSystem.flush()
  return engine
}

/**
 * Makes a provisional database durable. The caller has made a checkpoint, so every page is in the table files. First the
 * files are synced, then the log, then the marker is removed. New changes already follow the usual order (log first).
 */
async function completeDatabase(fileSystem: DurableFileSystem, folder: string): Promise<void> {
  fileSystem.isDurable = true
  await syncDatabaseFolder(folder, { ignoreMissing: true })
  await fileSystem.flush()
  await unmarkProvisional(folder)
}

function handleRequests(
  port: MessagePort,
  engine: PGlite,
  fileSystem: DurableFileSystem,
  folder: string,
  reply: (message: Reply, transfer?: ArrayBuffer[]) => void,
): void {
  let timer: NodeJS.Timeout | undefined
  const replyFailure = (id: number, error: unknown): void => reply({ kind: 'failed', id, reason: formatThrown(error) })
  const flushAndReply = async (id: number): Promise<void> => {
    try {
      await fileSystem.flush()
      reply({ kind: 'done', id, logBytes: fileSystem.logBytes })
    } catch (error) {
      replyFailure(id, error)
    }
  }
  fileSystem.onUnsyncedCommit = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      fileSystem
        .flush()
        .catch((error: unknown) => reply({ kind: 'fatal', reason: `fsync failed: ${formatThrown(error)}` }))
    }, UNREQUESTED_FLUSH_DELAY_MS)
  }
  port.on('message', (request: Request) => {
    if (request.kind === 'flush') void flushAndReply(request.id)
    else if (request.kind === 'complete') {
      completeDatabase(fileSystem, folder)
        .then(() => reply({ kind: 'done', id: request.id, logBytes: fileSystem.logBytes }))
        .catch((error: unknown) => replyFailure(request.id, error))
    } else if (request.kind === 'close') {
      fileSystem
        .flush()
        .then(() => engine.close())
        .then(() => reply({ kind: 'done', id: request.id, logBytes: fileSystem.logBytes }))
        .catch((error: unknown) => replyFailure(request.id, error))
    } else {
      executeRaw(engine, request.bytes)
        .then((bytes) =>
          reply({ kind: 'done', id: request.id, bytes, logBytes: fileSystem.logBytes }, [bytes.buffer as ArrayBuffer]),
        )
        .catch((error: unknown) => reply({ kind: 'fatal', reason: formatThrown(error) }))
    }
  })
}

/**
 * Returns the engine's answer, byte for byte, in a new buffer. PGlite's call for the whole answer would also parse it and
 * retain every part; the stream call only passes the bytes on.
 */
async function executeRaw(engine: PGlite, bytes: Uint8Array): Promise<Uint8Array> {
  // PGlite itself answers the packet that begins a session, not the engine.
  if (bytes[0] === 0) return engine.execProtocolRawSync(bytes).slice()
  const chunks: Uint8Array[] = []
  await engine.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => void chunks.push(part.slice()) })
  if (chunks.length === 1) return chunks[0]!
  const answer = new Uint8Array(chunks.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of chunks) {
    answer.set(part, offset)
    offset += part.length
  }
  return answer
}

/** Creates a new database folder with PostgreSQL's initdb. @param onOutput receives the output of the engine */
function createDatabaseFolder(
  folder: string,
  { engine: pgliteWasmModule, initdb: initdbWasmModule }: CompiledEngine,
  options: NewFolderOptions,
  onOutput?: (text: string) => boolean,
): Promise<void> {
  return installNewFolder(folder, options, async (unfinishedFolder) => {
    const engine = await PGlite.create({
      fs: new NodeFS(unfinishedFolder),
      pgliteWasmModule,
      ...(initdbWasmModule && { initdbWasmModule }),
      ...(onOutput && { onStderr: onOutput, onStdout: onOutput }),
    })
    await engine.close()
  })
}
