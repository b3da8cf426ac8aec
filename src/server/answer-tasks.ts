import { parentPort, type TransferListItem } from 'node:worker_threads'
import type { ComputationAnswer } from './computation'

/** Answers every task of a `Computation`; the entry point of its worker. Does nothing outside a worker thread. */
export function answerTasks<Task, Result>(
  compute: (task: Task) => ComputationAnswer<Result>,
  transfers: (answer: ComputationAnswer<Result>) => TransferListItem[] = () => [],
): void {
  const port = parentPort
  port?.on('message', (task: Task) => {
    const answer = compute(task)
    port.postMessage(answer, transfers(answer))
  })
}
