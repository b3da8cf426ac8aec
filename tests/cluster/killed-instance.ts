/** Phones with photos work through the proxy while the web instances are killed and restarted in turn. */
import { setTimeout as pause } from 'node:timers/promises'
import { createMachines, findRecordProblems, summarizeRecords } from './check-records'
import { signIn, usePhone } from './phones'
import { ADMIN_PASSWORD, startCluster, type PlantCluster } from './plant-cluster'

const PHONES = 50
/** Fewer phones, because the S3 server shares the machine with all other processes and needs about 25 requests per photo. */
const PHONES_ON_S3 = 15
const MACHINES = 20
const KILL_INTERVAL_MS = 20_000
const DOWN_MS = 3_000
/** Pause of a phone between two reports. */
const REPORT_PAUSE_MS = 12_000
const MAX_CALL_MS = 3_000

/** @returns what went wrong; empty if the trial passed */
export async function runKilledInstanceTrial(seconds: number, options: { onS3?: boolean } = {}): Promise<string[]> {
  const cluster = await startCluster(options)
  try {
    const session = await signIn(cluster.url, ADMIN_PASSWORD)
    const machineIds = await createMachines(session, MACHINES)
    const deadline = Date.now() + seconds * 1000
    const isOver = (): boolean => Date.now() >= deadline
    const kills = killInTurns(cluster, isOver)
    const records = await Promise.all(
      Array.from({ length: options.onS3 ? PHONES_ON_S3 : PHONES }, (_, n) =>
        usePhone(session, machineIds, { name: `phone-${n}`, pauseMs: REPORT_PAUSE_MS, isOver }),
      ),
    )
    const killCount = await kills
    const { text, slowestMs } = summarizeRecords(records)
    process.stdout.write(`${killCount} kills, ${text}\n`)
    return [
      ...(await findRecordProblems(session, records)),
      ...(slowestMs > MAX_CALL_MS ? [`the slowest call took ${slowestMs.toFixed(0)} ms`] : []),
    ]
  } finally {
    await cluster.stop()
  }
}

/** Kills and restarts the web instances in turn. @returns the number of kills */
async function killInTurns(cluster: PlantCluster, isOver: () => boolean): Promise<number> {
  let killCount = 0
  for (;;) {
    const nextKillAt = Date.now() + KILL_INTERVAL_MS
    while (Date.now() < nextKillAt) {
      if (isOver()) return killCount
      await pause(200)
    }
    const instance = cluster.webInstances[killCount % cluster.webInstances.length]!
    await instance.kill()
    killCount++
    await pause(DOWN_MS)
    await instance.start()
  }
}
