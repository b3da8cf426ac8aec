import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { answerPoint, startRound } from '@/areas/rounds/contract/round-commands'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { reportRepair, withdrawRepair } from '@/areas/maintenance/contract/repair-commands'
import { operationLog } from '@/areas/access/contract/log'
import type { TestPlant } from '../harness'
import { expectOk, createMachine, reportFault, NOW, fetchRow, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

const noise = {
  pointKey: 'a',
  key: 'noise',
  label: '异响',
  labelEn: null,
  kind: 'okNotOk' as const,
  unit: null,
  low: null,
  high: null,
  warnLow: null,
  warnHigh: null,
  optional: false,
}
async function begunRound(): Promise<{ roundId: string; equipmentId: string }> {
  const { id: equipmentId } = await createMachine(staff)
  const plan = expectOk(
    await staff['maint-lead'].call(inspectionPlan.endpoints.create, {
      name: `现场报修 ${createUuid7()}`,
      frequency: 'daily',
      times: [{ at: '10:15' }],
      minutesBefore: 30,
      minutesAfter: 60,
      validFrom: '2026-11-01',
      points: [{ key: 'a', equipmentId, code: null, instruction: null, scanRequired: false }],
      items: [noise],
    }),
  )
  const [round] = await plant.query<{ id: string }>('select id from inspection_round where plan_id = $1', [plan.id])
  expectOk(await staff.maint.call(startRound, { roundId: round!.id, occurredAt: NOW }))
  return { roundId: round!.id, equipmentId }
}
const answer = (roundId: string, repairIds: string[]) => ({
  id: createUuid7(),
  roundId,
  pointKey: 'a',
  state: 'done' as const,
  presence: 'byHand' as const,
  occurredAt: NOW,
  values: [{ itemKey: 'noise', answer: 'notOk' as const, number: null, text: null, images: [] }],
  repairIds,
})

test('a report made at an inspection point is linked to the following answer', async () => {
  const { roundId, equipmentId } = await begunRound()
  const reported = expectOk(
    await staff.maint.call(reportRepair, { id: createUuid7(), equipmentId, faultKind: 'mechanical', severity: 'high' }),
  )
  const result = expectOk(await staff.maint.call(answerPoint, answer(roundId, [reported.id])))
  expect(result.repairId).toBe(reported.id)
  expect((await fetchRow(plant, 'repair', reported.id))['inspection_result_id']).toBe(result.id)
  // The log names the machine, not the key of the point.
  const { list } = expectOk(await staff.admin.call(operationLog.endpoints.list, { resource: 'inspectionResult' }))
  const { code } = await fetchRow(plant, 'equipment', equipmentId)
  expect(list[0]?.rowTitle).toMatch(new RegExp(`^${String(code)} .* 2026-`))
})
test('a report of somebody else, or a deleted one, is ignored: the answer is stored', async () => {
  const { roundId, equipmentId } = await begunRound()
  const theirs = await reportFault(staff, { equipmentId })
  const result = expectOk(await staff.maint.call(answerPoint, answer(roundId, [theirs.id, createUuid7()])))
  expect(result.repairId).toBeNull()
  expect((await fetchRow(plant, 'repair', theirs.id))['inspection_result_id']).toBeNull()
})
test('a corrected answer keeps its report; after a withdrawal neither names it', async () => {
  const { roundId, equipmentId } = await begunRound()
  const first = expectOk(await staff.maint.call(answerPoint, answer(roundId, [])))
  const reported = expectOk(
    await staff.maint.call(reportRepair, {
      equipmentId,
      faultKind: 'mechanical',
      severity: 'high',
      inspectionResultId: first.id,
    }),
  )
  const second = expectOk(await staff.maint.call(answerPoint, answer(roundId, [reported.id])))
  const third = expectOk(await staff.maint.call(answerPoint, { ...answer(roundId, []), note: '仍有异响' }))
  expect([second.repairId, third.repairId]).toEqual([reported.id, reported.id])
  expectOk(await staff.maint.call(withdrawRepair, { id: reported.id, reason: '误报' }))
  for (const { id } of [first, second, third])
    expect((await fetchRow(plant, 'inspection_result', id))['repair_id']).toBeNull()
  expect(expectOk(await staff.maint.call(answerPoint, answer(roundId, []))).repairId).toBeNull()
})
