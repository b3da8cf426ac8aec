import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filling, PLANT, RealServer } from './server'

/** How many days the plant has seen, where a story needs fewer than the rest. */
const DAYS = 'E2E_DAYS'

/**
 * Begins to fill a demonstration plant; files of tests start from copies of it when it is full, and those with a plant of
 * their own need not wait. Answers how to take it away. One that is named is taken as it is.
 */
export default async function demoPlant(): Promise<() => Promise<void>> {
  if (process.env[PLANT]) return () => Promise.resolve()
  const dataDir = await mkdtemp(join(tmpdir(), 'mes-plant-'))
  await writeFile(filling(dataDir), '')
  process.env[PLANT] = dataDir
  const filled = fill(dataDir)
  return async () => {
    await filled
    await rm(dataDir, { recursive: true, force: true })
    await rm(filling(dataDir), { force: true })
  }
}
async function fill(dataDir: string): Promise<void> {
  try {
    const server = await RealServer.start({ dataDir, env: { DEMO_DAYS: process.env[DAYS] ?? '10' } })
    await server.stop()
    await rm(filling(dataDir))
  } catch (error) {
    await writeFile(filling(dataDir), String(error)) // told to whoever waits for it
  }
}
