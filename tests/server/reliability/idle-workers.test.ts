import { fileURLToPath } from 'node:url'
import { test, vi } from 'vitest'
import { estimateGuessesLog10 } from '@/areas/access/server/password-guesses'
import { Computation } from '@/server/computation'

vi.mock('@/server/worker-entry', async (importOriginal) => {
  const original = await importOriginal<typeof import('@/server/worker-entry')>()
  return {
    ...original,
    resolveWorkerEntry: () => original.bundleFromSource(fileURLToPath(new URL('failing-worker.ts', import.meta.url))),
  }
})

const computation = new Computation<{ fails: boolean }, number>('failing-worker', 'failing-worker.ts')
const runners = {
  computation: (fails: boolean) => computation.run({ person: null }, { fails }),
  'password check': (fails: boolean) => estimateGuessesLog10(fails ? 'fails' : 'works', []),
}

test.each(Object.entries(runners))(
  'a worker of the %s that fails while idle ends alone and is replaced',
  { timeout: 15_000 },
  async (_name, runTask) => {
    const firstThread = await runTask(true)
    // A task that runs while the thread fails is rejected.
    const getThread = () => runTask(false).catch(() => firstThread)
    await vi.waitUntil(async () => (await getThread()) !== firstThread, { timeout: 10_000 })
  },
)
