import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPostgres } from './databases'
import { getFillingFile, PLANT, RealServer } from './server'

/** Names the folder that all steps of a run share: the first step fills a plant there, the others reuse it. */
const SHARED_FOLDER = 'E2E_SHARED'

/**
 * Starts filling a demonstration plant. Test files copy it when it is full; files with their own plant need not wait.
 * Returns a function that deletes the plant. An existing plant named by the environment is used as it is.
 */
export default async function demoPlant(): Promise<() => Promise<void>> {
  if (process.env[PLANT]) return () => Promise.resolve()
  const persistentFolder = process.env[SHARED_FOLDER]
  const dataDir = persistentFolder
    ? join(persistentFolder, onPostgres() ? 'plant' : 'embedded-plant')
    : await mkdtemp(join(tmpdir(), 'mes-plant-'))
  process.env[PLANT] = dataDir
  if (persistentFolder && (existsSync(dataDir) || !(await claimFilling(dataDir)))) return () => Promise.resolve()
  await mkdir(dataDir, { recursive: true })
  await writeFile(getFillingFile(dataDir), '')
  const filled = fillPlant(dataDir)
  return async () => {
    await filled
    if (persistentFolder) return
    await rm(dataDir, { recursive: true, force: true })
    await rm(getFillingFile(dataDir), { force: true })
  }
}
/** Returns false if another step that started at the same time fills the plant. */
async function claimFilling(plant: string): Promise<boolean> {
  try {
    await writeFile(getFillingFile(plant), '', { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
async function fillPlant(dataDir: string): Promise<void> {
  try {
    const server = await RealServer.start({ dataDir, env: { DEMO_DAYS: '10' }, flags: [] })
    await waitForJobs(server)
    await server.stop()
    await rm(getFillingFile(dataDir))
  } catch (error) {
    await writeFile(getFillingFile(dataDir), String(error)) // reported by `demoPlantFull`
  }
}
/** Calculates costs, energy and metrics of the history once, so that no copy repeats it during its story. */
async function waitForJobs(server: RealServer): Promise<void> {
  for (;;) {
    const { behind } = (await (await fetch(`${server.url}/readyz`)).json()) as { behind: string[] | null }
    if (behind?.length === 0) return
    await new Promise((done) => setTimeout(done, 200))
  }
}
