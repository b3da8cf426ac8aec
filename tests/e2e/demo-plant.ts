import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usesPostgres } from './databases'
import { getFillingFile, PLANT_VARIABLE, RealServer } from './server'

/** Environment variable with the folder that all steps of a run share: the first step fills a plant there, the others reuse it. */
const SHARED_FOLDER_VARIABLE = 'E2E_SHARED'

/**
 * Starts filling a demonstration plant, without waiting, because not all test files need it. Does nothing if the environment names
 * an existing plant. Returns a function that deletes the plant.
 */
export default async function startFillingDemoPlant(): Promise<() => Promise<void>> {
  if (process.env[PLANT_VARIABLE]) return () => Promise.resolve()
  const persistentFolder = process.env[SHARED_FOLDER_VARIABLE]
  const dataDir = persistentFolder
    ? join(persistentFolder, usesPostgres() ? 'plant' : 'embedded-plant')
    : await mkdtemp(join(tmpdir(), 'mes-plant-'))
  process.env[PLANT_VARIABLE] = dataDir
  if (persistentFolder && (existsSync(dataDir) || !(await claimFilling(dataDir)))) return () => Promise.resolve()
  await mkdir(dataDir, { recursive: true })
  await writeFile(getFillingFile(dataDir), '')
  const filling = fillPlant(dataDir)
  return async () => {
    await filling
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
    await writeFile(getFillingFile(dataDir), String(error)) // reported by `waitForDemoPlant`
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
