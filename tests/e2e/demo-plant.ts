import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLANT, RealServer } from './server'

/** Fills a demonstration plant once; the files of tests start from copies of it. Answers how to take it away. One that is named is taken as it is. */
export default async function demoPlant(): Promise<() => Promise<void>> {
  if (process.env[PLANT]) return () => Promise.resolve()
  const dataDir = await mkdtemp(join(tmpdir(), 'mes-plant-'))
  const server = await RealServer.start({ dataDir, env: { DEMO_DAYS: '10' } })
  await server.stop()
  process.env[PLANT] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
