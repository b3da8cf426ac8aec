import { parentPort, threadId } from 'node:worker_threads'

/** Answers each task with the id of this thread, in the form that the caller expects, and fails soon after if told so. */
parentPort?.on('message', (task: { fails: boolean } | { password: string }) => {
  parentPort?.postMessage('password' in task ? threadId : { result: threadId })
  if ('password' in task ? task.password === 'fails' : task.fails)
    setTimeout(() => {
      throw new Error('failed while idle')
    }, 20)
})
