import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPostgres } from './databases'
import { filling, PLANT, RealServer } from './server'

/** A folder of the whole run: the first step that needs the plant fills it there, the others find it. */
const KEPT = 'E2E_KEPT'

/**
 * Begins to fill a demonstration plant; files of tests start from copies of it when it is full, and those with a plant of
 * their own need not wait. Answers how to take it away. One that is named is taken as it is.
 */
export default async function demoPlant(): Promise<() => Promise<void>> {
  if (process.env[PLANT]) return () => Promise.resolve()
  const kept = process.env[KEPT]
  const dataDir = kept
    ? join(kept, onPostgres() ? 'plant' : 'embedded-plant')
    : await mkdtemp(join(tmpdir(), 'mes-plant-'))
  process.env[PLANT] = dataDir
  if (kept && (existsSync(dataDir) || !(await claimed(dataDir)))) return () => Promise.resolve()
  await mkdir(dataDir, { recursive: true })
  await writeFile(filling(dataDir), '')
  const filled = fill(dataDir)
  return async () => {
    await filled
    if (kept) return
    await rm(dataDir, { recursive: true, force: true })
    await rm(filling(dataDir), { force: true })
  }
}
/** False when another step that was begun at the same time fills it. */
async function claimed(plant: string): Promise<boolean> {
  try {
    await writeFile(filling(plant), '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
async function fill(dataDir: string): Promise<void> {
  try {
    const server = await RealServer.start({ dataDir, env: { DEMO_DAYS: '10' }, flags: [] })
    await workedOff(server)
    await server.stop()
    await rm(filling(dataDir))
  } catch (error) {
    await writeFile(filling(dataDir), String(error)) // told to whoever waits for it
  }
}
/** Costs, energy and figures of the history are worked out once, here, and not by each copy beside its story. */
async function workedOff(server: RealServer): Promise<void> {
  for (;;) {
    const { behind } = (await (await fetch(`${server.url}/readyz`)).json()) as { behind: string[] | null }
    if (behind?.length === 0) return
    await new Promise((done) => setTimeout(done, 200))
  }
}
