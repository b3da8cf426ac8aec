import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { answerPoint, startRound } from '@/areas/maintenance/contract/round-commands'
import { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'
import { reportRepair, withdrawRepair } from '@/areas/maintenance/contract/repair-commands'
import { operationLog } from '@/areas/access/contract/log'
import type { TestPlant } from '../harness'
import { good, newMachine, newReport, NOW, rowOf, staffed, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
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
  const { id: equipmentId } = await newMachine(staff)
  const plan = good(
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
  good(await staff.maint.call(startRound, { roundId: round!.id, occurredAt: NOW }))
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

test('what was reported while standing at a point is tied to the answer that follows', async () => {
  const { roundId, equipmentId } = await begunRound()
  const reported = good(
    await staff.maint.call(reportRepair, { id: createUuid7(), equipmentId, faultKind: 'mechanical', severity: 'high' }),
  )
  const result = good(await staff.maint.call(answerPoint, answer(roundId, [reported.id])))
  expect(result.repairId).toBe(reported.id)
  expect((await rowOf(plant, 'repair', reported.id))['inspection_result_id']).toBe(result.id)
  // In the log it is called by its machine, not by the key of the point.
  const { list } = good(await staff.admin.call(operationLog.endpoints.list, { resource: 'inspectionResult' }))
  const { code } = await rowOf(plant, 'equipment', equipmentId)
  expect(list[0]?.rowTitle).toMatch(new RegExp(`^${String(code)} .* 2026-`))
})
test("another's report, and one that is gone, are passed over: the answer itself is taken", async () => {
  const { roundId, equipmentId } = await begunRound()
  const theirs = await newReport(staff, { equipmentId })
  const result = good(await staff.maint.call(answerPoint, answer(roundId, [theirs.id, createUuid7()])))
  expect(result.repairId).toBeNull()
  expect((await rowOf(plant, 'repair', theirs.id))['inspection_result_id']).toBeNull()
})
test('an answer that corrects another keeps the repair that was reported of it; withdrawn, neither names it', async () => {
  const { roundId, equipmentId } = await begunRound()
  const first = good(await staff.maint.call(answerPoint, answer(roundId, [])))
  const reported = good(
    await staff.maint.call(reportRepair, {
      equipmentId,
      faultKind: 'mechanical',
      severity: 'high',
      inspectionResultId: first.id,
    }),
  )
  const second = good(await staff.maint.call(answerPoint, answer(roundId, [reported.id])))
  const third = good(await staff.maint.call(answerPoint, { ...answer(roundId, []), note: '仍有异响' }))
  expect([second.repairId, third.repairId]).toEqual([reported.id, reported.id])
  good(await staff.maint.call(withdrawRepair, { id: reported.id, reason: '误报' }))
  for (const { id } of [first, second, third])
    expect((await rowOf(plant, 'inspection_result', id))['repair_id']).toBeNull()
  expect(good(await staff.maint.call(answerPoint, answer(roundId, []))).repairId).toBeNull()
})
