import { parentPort, type TransferListItem } from 'node:worker_threads'
import type { ComputationAnswer } from './computation'

/**
 * Answers every task of a `Computation`. The program of a worker calls it; outside a worker thread it does nothing.
 * @param getTransferList lists buffers of an answer that move to the main thread instead of being copied
 */
export function answerTasks<Task, Result>(
  compute: (task: Task) => ComputationAnswer<Result>,
  getTransferList: (answer: ComputationAnswer<Result>) => TransferListItem[] = () => [],
): void {
  const port = parentPort
  port?.on('message', (task: Task) => {
    const answer = compute(task)
    port.postMessage(answer, getTransferList(answer))
  })
}
