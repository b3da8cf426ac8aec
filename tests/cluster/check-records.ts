/** Compares the acknowledgements that phones received with the rows on the server. */
import { repair } from '@/areas/maintenance/contract/repair'
import { equipment } from '@/areas/equipment/contract/equipment'
import { splitRoute } from '@/contract/endpoint'
import { callApi, type PhoneRecord, type Session } from './phones'

const PAGE_SIZE = 100

/** Creates machines for the phones to report on. @returns their ids */
export async function createMachines(session: Session, count: number): Promise<string[]> {
  const { path, method } = splitRoute(equipment.endpoints.create.routes[0]!)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { data } = await callApi<{ id: string }>(session, method, path, { code: `M-${n}`, name: `泵 ${n}` })
    ids.push(data.id)
  }
  return ids
}

export interface RecordSummary {
  text: string
  slowestMs: number
}
export function summarizeRecords(records: readonly PhoneRecord[]): RecordSummary {
  const callMs = records.flatMap((record) => record.callMs).sort((left, right) => left - right)
  const getQuantile = (quantile: number): string => (callMs[Math.floor(callMs.length * quantile)] ?? 0).toFixed(0)
  const countAll = (count: (record: PhoneRecord) => number): number =>
    records.reduce((sum, record) => sum + count(record), 0)
  const slowestMs = callMs.at(-1) ?? 0
  const text = [
    `${countAll(({ acknowledgedRepairs }) => acknowledgedRepairs.length)} reports`,
    `${countAll(({ storedPhotos }) => storedPhotos.length)} photos`,
    `${callMs.length} calls`,
    `${countAll(({ repeatedCalls }) => repeatedCalls)} repeated; p50 ${getQuantile(0.5)} ms`,
    `p99 ${getQuantile(0.99)} ms`,
    `slowest ${slowestMs.toFixed(0)} ms`,
  ].join(', ')
  return { text, slowestMs }
}

/** @returns refusals, and reports and photos that are missing or that nobody sent; empty if all is well */
export async function findRecordProblems(session: Session, records: readonly PhoneRecord[]): Promise<string[]> {
  const acknowledgedIds = records.flatMap(({ acknowledgedRepairs }) => acknowledgedRepairs)
  return [
    ...records.flatMap(({ refusals }) => refusals),
    ...(await findWriteProblems(session, acknowledgedIds)),
    ...(await findLostPhotos(
      session,
      records.flatMap(({ storedPhotos }) => storedPhotos),
    )),
    ...(acknowledgedIds.length === 0 ? ['nothing was reported'] : []),
  ]
}

/** Compares the acknowledged reports with the rows: each exactly once, and no row that nobody reported. */
async function findWriteProblems(session: Session, ids: readonly string[]): Promise<string[]> {
  const storedIds: string[] = []
  const { path, method } = splitRoute(repair.endpoints.list.routes[0]!)
  for (let page = 1; ; page++) {
    const { data } = await callApi<{ list: { id: string }[] }>(session, method, path, { page, size: PAGE_SIZE })
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
async function findLostPhotos(session: Session, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = []
  for (const id of ids) {
    const answer = await fetch(`${session.url}/api/file?id=${id}`, { headers: { authorization: session.token } })
    const byteCount = (await answer.arrayBuffer()).byteLength
    if (!answer.headers.get('content-type')?.startsWith('image/') || byteCount < 1_000) lost.push(`lost: photo ${id}`)
  }
  return lost
}
