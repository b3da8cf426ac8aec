/** Entry of the thread that works the demonstration's history out again; see `RegeneratedHistory`. */
import { parentPort, workerData } from 'node:worker_threads'
import { buildDemo } from './build'
import { History, type HistoryOrder } from './history'

if (!parentPort) throw new Error('The history worker runs in a worker thread')
const port = parentPort
const order = workerData as HistoryOrder
const history = new History(order.now.getTime())
for (const { batches } of buildDemo(order)) history.keep(batches)
port.on('message', (key: string) => {
  void history.rowsOf(key).then((rows) => port.postMessage(rows))
})
port.postMessage(null)
