import { expect } from '@playwright/test'
import { Api } from './app'
import { INITIAL_STOCK, type Plant } from './basement-plant'
import type { RealServer } from './server'

type List<T> = { total: number; list: T[] }
/** Parts that the story takes from the store, pcs. */
export const PARTS_USED = 2

interface LogEntry {
  operation: string
  resource: string
  rowId: string
  action: string
  userId: string
  via: string
}
interface RepairRow {
  id: string
  state: string
  images: string[]
  reportedBy: string
  acceptedBy: string
  finishedBy: string
  parts: { partId: string; quantity: number }[]
  hours: { userId: string; hours: number }[]
}
/** Checks in the office that every record exists once: round, repair, photos, withdrawn parts and log, all by the mechanic. @returns the repair's id */
export async function expectRoundRecordedOnce(server: RealServer, plant: Plant): Promise<string> {
  const manager = await Api.signIn(server, 'manager')
  const walker = plant.people['maint'] ?? ''
  const rounds = await manager.call<
    List<{ id: string; state: string; pointsDone: number; findings: number; userId: string }>
  >('GET', '/polling/round', { planId: plant.planId, state: 'done' })
  expect(rounds.list).toEqual([expect.objectContaining({ state: 'done', pointsDone: 3, findings: 1, userId: walker })])
  const roundId = rounds.list[0]?.id ?? ''
  const repairs = await manager.call<List<RepairRow>>('POST', '/book/repairs_list', { equipmentId: plant.machineId })
  expect(repairs.list).toEqual([
    expect.objectContaining({
      state: 'toConfirmByProduction',
      reportedBy: walker,
      acceptedBy: walker,
      finishedBy: walker,
      parts: [{ partId: plant.partId, quantity: PARTS_USED }],
      hours: [{ userId: walker, hours: 0.25 }],
    }),
  ])
  const repair = repairs.list[0] as RepairRow
  const results = await manager.call<
    List<{ pointKey: string; presence: string; verdict: string; repairId: string | null }>
  >('GET', '/polling/result', { roundId })
  expect(
    results.list.map(({ pointKey, presence, verdict, repairId }) => [pointKey, presence, verdict, repairId]),
  ).toEqual(
    expect.arrayContaining([
      ['p1', 'byHand', 'notOk', repair.id],
      ['p2', 'byHand', 'ok', null],
      ['p3', 'byHand', 'ok', null],
    ]),
  )
  expect(results.list).toHaveLength(3)
  await expectPhotosReadable(server, manager, repair)
  const parts = await manager.call<List<{ id: string; quantity: number }>>('GET', '/spare/part', { id: plant.partId })
  expect(parts.list.map(({ quantity }) => quantity)).toEqual([INITIAL_STOCK - PARTS_USED])
  const moves = await manager.call<List<{ kind: string; quantity: number; repairId: string }>>(
    'GET',
    '/spare/movement',
    { partId: plant.partId, kind: 'out' },
  )
  expect(moves.list).toEqual([expect.objectContaining({ quantity: PARTS_USED, repairId: repair.id })])
  await expectLogged(server, walker, repair.id)
  return repair.id
}

async function expectPhotosReadable(server: RealServer, manager: Api, { images }: RepairRow): Promise<void> {
  expect(new Set(images).size).toBe(2)
  const states = await manager.call<{ id: string; state: string; size: number }[]>('GET', '/file_states', {
    ids: images.join(','),
  })
  expect(states.map(({ state }) => state)).toEqual(['stored', 'stored'])
  for (const { id, size } of states) {
    const answer = await fetch(`${server.url}/api/file?id=${id}`, { headers: { authorization: manager.token } })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('ffd8ff') // a JPEG
    expect(bytes.length).toBe(size)
  }
}

/** The audit log names the mechanic, the origin "sync", and each effect once. */
async function expectLogged(server: RealServer, walker: string, repairId: string): Promise<void> {
  const admin = await Api.signIn(server, 'admin')
  const { list } = await admin.call<List<LogEntry>>('GET', '/user/operation_log', { userId: walker, size: '200' })
  const syncedEntries = list.filter(({ via }) => via === 'sync')
  const countInserts = (resource: string) =>
    syncedEntries.filter((entry) => entry.resource === resource && entry.action === 'insert').length
  expect({
    repair: countInserts('repair'),
    inspectionResult: countInserts('inspectionResult'),
    stockMovement: countInserts('stockMovement'),
  }).toEqual({ repair: 1, inspectionResult: 3, stockMovement: 1 })
  const operations = new Set(syncedEntries.map(({ operation }) => operation))
  expect(operations).toEqual(
    new Set([
      'inspectionResult.answer',
      'inspectionRound.finish',
      'inspectionRound.start',
      'repair.accept',
      'repair.finish',
      'repair.report',
    ]),
  )
  expect(syncedEntries.some((entry) => entry.resource === 'repair' && entry.rowId === repairId)).toBe(true)
}
