/** Phones with photos work while the primary under Patroni fails repeatedly, in different ways. */
import { setTimeout as pause } from 'node:timers/promises'
import { createMachines, findRecordProblems, summarizeRecords } from './check-records'
import { startPatroni, type PatroniCluster, type PatroniNode } from './patroni'
import { signIn, usePhone, type PhoneRecord } from './phones'
import { ADMIN_PASSWORD, startCluster, type PlantCluster } from './plant-cluster'

const PHONES = 15
const MACHINES = 20
const REPORT_PAUSE_MS = 6_000
/** Maximum time without an acknowledged report after a failure. */
const MAX_SILENCE_MS = 30_000
/** Time with normal work before each failure and after the last one. */
const WORK_MS = 8_000
const FAILOVER_TIMEOUT_MS = 90_000

const FAILURES: readonly { name: string; cause: (primary: PatroniNode) => unknown }[] = [
  { name: 'killed', cause: (primary) => primary.kill() },
  { name: 'data folder removed', cause: (primary) => primary.removeDisk() },
  { name: 'network cut', cause: (primary) => primary.cutNetwork() },
]

/** @returns what went wrong; empty if the trial passed */
export async function runLostPrimaryTrial(failureCount: number): Promise<string[]> {
  const patroni = await startPatroni()
  let cluster: PlantCluster | null = null
  try {
    cluster = await startCluster({ databaseUrl: patroni.url })
    return await breakPrimaries(patroni, cluster, failureCount)
  } finally {
    await cluster?.stop()
    await patroni.stop()
  }
}

async function breakPrimaries(patroni: PatroniCluster, cluster: PlantCluster, failureCount: number): Promise<string[]> {
  const problems: string[] = []
  const session = await signIn(cluster.url, ADMIN_PASSWORD)
  const machineIds = await createMachines(session, MACHINES)
  const acknowledgedAt: number[] = []
  let isOver = false
  const phones: Promise<PhoneRecord>[] = Array.from({ length: PHONES }, (_, n) =>
    usePhone(session, machineIds, {
      name: `phone-${n}`,
      pauseMs: REPORT_PAUSE_MS,
      isOver: () => isOver,
      onReported: () => acknowledgedAt.push(performance.now()),
    }),
  )
  for (let n = 0; n < failureCount; n++) {
    const primary = await patroni.waitUntilSynchronized()
    await pause(WORK_MS)
    const failure = FAILURES[n % FAILURES.length]!
    const failedAt = performance.now()
    await failure.cause(primary)
    const newPrimary = await waitForSuccessor(patroni, primary)
    const promotedAt = performance.now()
    while (!(acknowledgedAt.at(-1)! > promotedAt) && performance.now() - failedAt < FAILOVER_TIMEOUT_MS)
      await pause(100)
    primary.recover()
    await patroni.waitUntilSynchronized()
    const silenceMs = findLongestSilence(acknowledgedAt, failedAt)
    process.stdout.write(
      `${primary.name} ${failure.name}: ${newPrimary?.name ?? 'nobody'} took over after ${toSeconds(promotedAt - failedAt)}, ${toSeconds(silenceMs)} without an acknowledged report, synchronous again after ${toSeconds(performance.now() - failedAt)}\n`,
    )
    if (silenceMs > MAX_SILENCE_MS) problems.push(`${failure.name}: nothing acknowledged for ${toSeconds(silenceMs)}`)
  }
  await pause(WORK_MS)
  isOver = true
  const records = await Promise.all(phones)
  process.stdout.write(`${failureCount} failures, ${summarizeRecords(records).text}\n`)
  const endedInstances = [...cluster.webInstances, cluster.worker].filter((instance) => !instance.isRunning())
  const failedRequests = cluster
    .readLog()
    .split('\n')
    .filter((line) => line.includes('a request failed'))
  for (const line of failedRequests.slice(0, 5)) process.stdout.write(`${line.slice(0, 1_000)}\n`)
  return [
    ...problems,
    ...endedInstances.map(({ name }) => `${name} ended by itself`),
    ...(await findRecordProblems(session, records)),
  ]
}

/** Waits until another server takes writes. Returns null if none does in time. */
async function waitForSuccessor(patroni: PatroniCluster, failed: PatroniNode): Promise<PatroniNode | null> {
  const deadline = performance.now() + FAILOVER_TIMEOUT_MS
  while (performance.now() < deadline) {
    const successor = await patroni.findPrimary()
    if (successor && successor !== failed) return successor
    await pause(100)
  }
  return null
}
/** @returns the longest time without an acknowledged report from `since` until now, ms */
function findLongestSilence(acknowledgedAt: readonly number[], since: number): number {
  const moments = [since, ...acknowledgedAt.filter((moment) => moment > since), performance.now()]
  return Math.max(...moments.slice(1).map((moment, n) => moment - moments[n]!))
}
const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
