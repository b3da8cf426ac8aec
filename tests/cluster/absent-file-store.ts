/** Phones with photos work while the S3 server is away. */
import { setTimeout as pause } from 'node:timers/promises'
import { createMachines, findRecordProblems, summarizeRecords } from './check-records'
import { callApi, signIn, usePhone, type Session } from './phones'
import { ADMIN_PASSWORD, startCluster, type PlantCluster } from './plant-cluster'

/** Few phones, because the S3 server shares the machine with all other processes. */
const PHONES = 15
const MACHINES = 20
const REPORT_PAUSE_MS = 6_000
const WORK_MS = 20_000
/** Pause of a phone before it sends a photo again: the longest pause of the app. */
const RETRY_PAUSE_MS = 5_000
/** Time until an instance reports the state of its store. It probes every five seconds; a probe may last until its timeout. */
const NOTICE_MS = 30_000

/** @returns what went wrong; empty if the trial passed */
export async function runAbsentFileStoreTrial(awaySeconds: number): Promise<string[]> {
  const cluster = await startCluster({ onS3: true })
  try {
    const session = await signIn(cluster.url, ADMIN_PASSWORD)
    const machineIds = await createMachines(session, MACHINES)
    let isOver = false
    let reported = 0
    const phones = Promise.all(
      Array.from({ length: PHONES }, (_, n) =>
        usePhone(session, machineIds, {
          name: `phone-${n}`,
          pauseMs: REPORT_PAUSE_MS,
          retryPauseMs: RETRY_PAUSE_MS,
          isOver: () => isOver,
          onReported: () => reported++,
        }),
      ),
    )
    await pause(WORK_MS)
    const problems: string[] = []
    await cluster.fileStore!.pause()
    const awaySince = performance.now()
    problems.push(...(await findHealthProblems(cluster, false)))
    const reportedBefore = reported
    problems.push(...(await findReadProblems(session, awaySince + awaySeconds * 1000)))
    await cluster.fileStore!.resume()
    const backAt = performance.now()
    process.stdout.write(
      `away for ${((backAt - awaySince) / 1000).toFixed(0)} s, ${reported - reportedBefore} reports with photos meanwhile\n`,
    )
    problems.push(...(await findHealthProblems(cluster, true)))
    await pause(WORK_MS)
    isOver = true
    const records = await phones
    process.stdout.write(`${summarizeRecords(records).text}\n`)
    return [...problems, ...(await findRecordProblems(session, records))]
  } finally {
    await cluster.stop()
  }
}

/** Waits until every instance reports the state of its store, and expects it to stay ready. */
async function findHealthProblems(cluster: PlantCluster, isStoreAvailable: boolean): Promise<string[]> {
  const problems: string[] = []
  for (const { name, url } of [...cluster.webInstances, cluster.worker]) {
    const deadline = performance.now() + NOTICE_MS
    for (;;) {
      const answer = await fetch(`${url}/readyz`)
      const { files } = (await answer.json()) as { files: { ok: boolean } }
      if (!answer.ok) problems.push(`${name} is not ready because of its file store`)
      if (files.ok === isStoreAvailable) break
      if (performance.now() > deadline) {
        problems.push(`${name} reports ${files.ok ? 'a' : 'no'} file store after ${NOTICE_MS / 1000} s`)
        break
      }
      await pause(500)
    }
  }
  return problems
}
/** Reads lists until the deadline: everything but photos must work. */
async function findReadProblems(session: Session, deadline: number): Promise<string[]> {
  const problems: string[] = []
  while (performance.now() < deadline) {
    await callApi(session, 'POST', '/book/repairs_list', { size: 20 }).catch((error: Error) =>
      problems.push(error.message),
    )
    await pause(1_000)
  }
  return problems
}
