/** Phones with photos work through the proxy while one web instance after the other is killed and started again. */
import { setTimeout as pause } from 'node:timers/promises'
import { equipment } from '@/areas/equipment/contract/equipment'
import { repair } from '@/areas/maintenance/contract/repair'
import { splitRoute } from '@/contract/endpoint'
import { callApi, signIn, usePhone } from './phones'
import { ADMIN_PASSWORD, startCluster, type PlantCluster } from './plant-cluster'

const PHONES = 50
/** The S3 server shares the machine with everything else and needs some 25 requests for a photo. */
const PHONES_ON_S3 = 15
const MACHINES = 20
const KILL_INTERVAL_MS = 20_000
const DOWN_MS = 3_000
/** Pause of a phone between two reports. */
const REPORT_PAUSE_MS = 12_000
const MAX_CALL_MS = 3_000
const PAGE_SIZE = 100

/** @returns what went wrong; empty if the trial passed */
export async function runKilledInstanceTrial(seconds: number, options: { onS3?: boolean } = {}): Promise<string[]> {
  const cluster = await startCluster(options)
  try {
    const session = await signIn(cluster.url, ADMIN_PASSWORD)
    const machineIds: string[] = []
    for (let n = 0; n < MACHINES; n++) {
      const { path, method } = splitRoute(equipment.endpoints.create.routes[0]!)
      const { data } = await callApi<{ id: string }>(session, method, path, { code: `M-${n}`, name: `泵 ${n}` })
      machineIds.push(data.id)
    }
    const deadline = Date.now() + seconds * 1000
    const isOver = (): boolean => Date.now() >= deadline
    const kills = killInTurns(cluster, isOver)
    const records = await Promise.all(
      Array.from({ length: options.onS3 ? PHONES_ON_S3 : PHONES }, (_, n) =>
        usePhone(session, machineIds, { name: `phone-${n}`, pauseMs: REPORT_PAUSE_MS, isOver }),
      ),
    )
    const killCount = await kills
    const acknowledgedIds = records.flatMap(({ acknowledgedRepairs }) => acknowledgedRepairs)
    const photoIds = records.flatMap(({ storedPhotos }) => storedPhotos)
    const callMs = records.flatMap((record) => record.callMs).sort((left, right) => left - right)
    const repeatedCalls = records.reduce((sum, record) => sum + record.repeatedCalls, 0)
    const slowestMs = callMs.at(-1) ?? 0
    process.stdout.write(
      `${killCount} kills, ${acknowledgedIds.length} reports, ${photoIds.length} photos, ${callMs.length} calls, ${repeatedCalls} repeated; p50 ${callMs[Math.floor(callMs.length / 2)]?.toFixed(0)} ms, p99 ${callMs[Math.floor(callMs.length * 0.99)]?.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms\n`,
    )
    return [
      ...records.flatMap(({ refusals }) => refusals),
      ...(await findWriteProblems(session, acknowledgedIds)),
      ...(await findLostPhotos(session, photoIds)),
      ...(slowestMs > MAX_CALL_MS ? [`the slowest call took ${slowestMs.toFixed(0)} ms`] : []),
      ...(acknowledgedIds.length === 0 ? ['nothing was reported'] : []),
    ]
  } finally {
    await cluster.stop()
  }
}

/** Kills one web instance after the other and starts it again. @returns the number of kills */
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

/** Compares the acknowledged reports with the rows: each exactly once, and no row that nobody reported. */
async function findWriteProblems(
  session: Awaited<ReturnType<typeof signIn>>,
  ids: readonly string[],
): Promise<string[]> {
  const storedIds: string[] = []
  const { path, method } = splitRoute(repair.endpoints.list.routes[0]!)
  for (let page = 1; ; page++) {
    const { data } = await callApi<{ list: { id: string }[]; total: number }>(session, method, path, {
      page,
      size: PAGE_SIZE,
    })
    storedIds.push(...data.list.map(({ id }) => id))
    if (data.list.length < PAGE_SIZE) break
  }
  const stored = new Set(storedIds)
  const acknowledged = new Set(ids)
  return [
    ...(stored.size === storedIds.length ? [] : ['the list has a row twice']),
    ...ids.filter((id) => !stored.has(id)).map((id) => `lost: repair ${id}`),
    ...[...stored].filter((id) => !acknowledged.has(id)).map((id) => `nobody reported: repair ${id}`),
  ]
}
async function findLostPhotos(session: Awaited<ReturnType<typeof signIn>>, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = []
  for (const id of ids) {
    const answer = await fetch(`${session.url}/api/file?id=${id}`, { headers: { authorization: session.token } })
    const byteCount = (await answer.arrayBuffer()).byteLength
    if (!answer.headers.get('content-type')?.startsWith('image/') || byteCount < 1_000) lost.push(`lost: photo ${id}`)
  }
  return lost
}
