/** Phones with photos work while the processes change from the previous release to this one in turn. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createMachines, findRecordProblems, summarizeRecords } from './check-records'
import { callApi, readWithRetries, signIn, usePhone } from './phones'
import { ADMIN_PASSWORD, startCluster } from './plant-cluster'
import { unpackPreviousRelease } from './previous-release'

const root = resolve(import.meta.dirname, '../..')
const PHONES = 50
const MACHINES = 20
/** Pause of a phone between two reports. */
const REPORT_PAUSE_MS = 12_000
/** Time with normal work before the first change and after each change. */
const WORK_MS = 20_000
/** Pause between two lists that a desk reads. */
const READ_PAUSE_MS = 100

/**
 * @param archive package of the previous release; see `unpackPreviousRelease`
 * @returns what went wrong; empty if the trial passed
 */
export async function runRollingUpgradeTrial(archive: string | undefined): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
  try {
    return await upgradeUnderLoad(unpackPreviousRelease(archive, join(folder, 'previous')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function upgradeUnderLoad(previousFolder: string): Promise<string[]> {
  const cluster = await startCluster({ programFolder: previousFolder })
  try {
    const session = await signIn(cluster.url, ADMIN_PASSWORD)
    const machineIds = await createMachines(session, MACHINES)
    let isOver = false
    const phones = Promise.all(
      Array.from({ length: PHONES }, (_, n) =>
        usePhone(session, machineIds, { name: `phone-${n}`, pauseMs: REPORT_PAUSE_MS, isOver: () => isOver }),
      ),
    )
    const desk = countReads(
      async () => callApi(session, 'POST', '/book/repairs_list', { size: 20 }),
      () => isOver,
    )
    await pause(WORK_MS)
    for (const instance of [cluster.worker, ...cluster.webInstances]) {
      const stoppedAt = performance.now()
      await instance.stop()
      await instance.start(root)
      process.stdout.write(`${instance.name} changed in ${((performance.now() - stoppedAt) / 1000).toFixed(1)} s\n`)
      await pause(WORK_MS)
    }
    isOver = true
    const records = await phones
    const { reads, repeats, failures } = await desk
    process.stdout.write(
      `${summarizeRecords(records).text}; ${reads} lists read, ${repeats} repeated, ${failures.length} failed\n`,
    )
    return [
      ...(await findRecordProblems(session, records)),
      ...failures.map((failure) => `a list was not read: ${failure}`),
      ...[...cluster.webInstances, cluster.worker]
        .filter((instance) => !instance.isRunning())
        .map(({ name }) => `${name} ended by itself`),
    ]
  } finally {
    await cluster.stop()
  }
}

/** Reads repeatedly until `isOver`. */
async function countReads(
  read: () => Promise<unknown>,
  isOver: () => boolean,
): Promise<{ reads: number; repeats: number; failures: string[] }> {
  const failures: string[] = []
  let reads = 0
  let repeats = 0
  for (; !isOver(); reads++) {
    await readWithRetries(read, () => repeats++).catch((error: Error) => failures.push(error.message))
    await pause(READ_PAUSE_MS)
  }
  return { reads, repeats, failures }
}
