/**
 * The night shift of the last day of a month works past midnight. Until it ends, reports without dates are about the
 * month of its business date, not about a month in which no shift has begun.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineTargets } from '@/areas/boards/contract/target-endpoints'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { repairStatistics, repairWorkHours } from '@/areas/maintenance/contract/repair-reports'
import { plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { qualityCheckMetrics } from '@/areas/quality/contract/check-endpoints'
import { hoursReport } from '@/areas/sheets/contract/detail-reports'
import { rollStatistics } from '@/areas/stock/contract/statistics-endpoints'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { createStaffedPlant, expectOk, plantTime, type Staff } from '../plant-staff'

const MONTH = { from: '2026-10-01', to: '2026-10-31' }
let plant: TestPlant
let staff: Staff
const machineId = createUuid7()

beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  plant.clock.set(plantTime('02:30', '2026-11-01'))
  await plant.query(
    `insert into equipment (site_id, id, code, name, state, created_at, updated_at) values (1, $1, 'N-1', 'N-1', 'inUse', $2, $2)`,
    [machineId, plantTime('07:00', '2026-10-02')],
  )
  await plant.query(
    `insert into repair (site_id, id, number, equipment_id, state, fault_kind, severity, breakdown, reported_at, accepted_at, repair_end_at, hours, created_at, updated_at)
     values (1, $1, 'R-N', $2, 'done', 'mechanical', 'high', true, $3, $3, $4, $5, now(), now())`,
    [
      createUuid7(),
      machineId,
      plantTime('00:30', '2026-11-01'),
      plantTime('02:00', '2026-11-01'),
      JSON.stringify([{ userId: staff.maint.userId, hours: 1.5 }]),
    ],
  )
}, 120_000)
afterAll(() => plant.close())

test('the statistics of repairs contain the repair of this night', async () => {
  const statistics = expectOk(await staff.manager.call(repairStatistics, { by: 'equipment' }))
  expect(statistics).toMatchObject(MONTH)
  expect(statistics.rows.find(({ key }) => key === machineId)).toMatchObject({ repairs: 1, mttr: 1.5, breakdowns: 1 })
})

test('so do the hours of the mechanic', async () => {
  expect(expectOk(await staff['maint-lead'].call(repairWorkHours, {}))).toMatchObject([
    { id: staff.maint.userId, hours: 1.5, repairs: 1 },
  ])
  expect(expectOk(await staff['maint-lead'].call(repairWorkHours, { from: '2026-11-01' }))).toEqual([])
})

test('every report of a period by default has the month of the current business date', async () => {
  expect(expectOk(await staff.manager.call(plantStatistics, {}))).toMatchObject(MONTH)
  expect(expectOk(await staff.manager.call(rollStatistics, {}))).toMatchObject(MONTH)
  expect(expectOk(await staff.manager.call(qualityCheckMetrics, {}))).toMatchObject(MONTH)
  expect(expectOk(await staff.manager.call(hoursReport.endpoint, {}))).toMatchObject(MONTH)
  expect(expectOk(await staff.manager.call(lineTargets, {}))).toMatchObject(MONTH)
})

test('reports of a month by default have the month before that of the business date', async () => {
  const unallocated = expectOk(await staff.manager.call(unallocatedCosts.endpoint, {}))
  expect(unallocated.month).toBe('2026-09')
})
