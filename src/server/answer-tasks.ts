import { parentPort, type TransferListItem } from 'node:worker_threads'
import type { Computed } from './computation'

/** The program of a `Computation`: answers every task that comes. Does nothing outside of a worker thread. */
export function answerTasks<Task, Result>(
  compute: (task: Task) => Computed<Result>,
  transfers: (answer: Computed<Result>) => TransferListItem[] = () => [],
): void {
  const port = parentPort
  port?.on('message', (task: Task) => {
    const answer = compute(task)
    port.postMessage(answer, transfers(answer))
  })
}
