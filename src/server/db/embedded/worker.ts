/** Entry point of the database's worker thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { DurableFileSystem } from './durable-file-system'
import type { WorkerStartOptions } from './messages'
import { serveEngine } from './serve-engine'

if (!parentPort) throw new Error('The database worker runs in a worker thread')
await serveEngine(parentPort, workerData as WorkerStartOptions, (folder) => new DurableFileSystem(folder))
