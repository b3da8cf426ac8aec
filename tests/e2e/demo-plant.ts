import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLANT, RealServer } from './server'

/** Fills a demonstration plant once; the files of tests start from copies of it. Answers how to take it away. */
export default async function demoPlant(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mes-plant-'))
  const server = await RealServer.start({ dataDir, env: { DEMO_DAYS: '30', DEMO_LIVE: '0' } })
  await server.stop()
  process.env[PLANT] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
