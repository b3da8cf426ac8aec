/** Shift records and handovers belong to started shifts, and not to long past ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { giveHandover, handoverWriteCommands } from '@/areas/handover/contract/handover'
import { teamSummary, wasteDisposal } from '@/areas/handover/contract/production-records'
import { hoursCorrection } from '@/areas/sheets/contract/detail-reports'
import { outputLine } from '@/areas/sheets/contract/input-output'
import { correctReportSum } from '@/areas/monthClosing/contract/correction-endpoints'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, NOW, createStaffedPlant, sync, type Staff } from '../plant-staff'
import { createFloor, type Floor } from './running-line'

let plant: TestPlant
let staff: Staff
let floor: Floor
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await plant.query('update app_user set team = null')
  plant.app.changes.publishSoon(['user'])
  floor = await createFloor(plant, staff)
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

type Shift = { businessDate: string; shift: string }
const squad = handoverWriteCommands.find(({ kind }) => kind === 'squadLeader')!.endpoint
const lines = [{ kind: 'purge', kg: 3.25, destination: 'disposed' }]
const writes: readonly [string, (of: Shift) => Promise<{ errno: string; data: unknown }>][] = [
  ['a handover', (of) => staff['operator-line'].call(squad, { lineId: floor.line.id, ...of })],
  ['a summary', (of) => staff['operator-line'].call(teamSummary.endpoints.create, { lineId: floor.line.id, ...of })],
  [
    'a sheet of waste',
    (of) =>
      staff['operator-line'].call(wasteDisposal.endpoints.create, { lineId: floor.line.id, ...of, lines } as never),
  ],
  [
    'hours',
    (of) =>
      staff['prod-lead'].call(hoursCorrection.endpoints.create, {
        lineId: floor.line.id,
        ...of,
        hours: 2,
        reason: '补',
      }),
  ],
  [
    'an output',
    (of) =>
      staff['prod-lead'].call(outputLine.endpoints.create, {
        lineId: floor.line.id,
        ...of,
        productId: floor.productId,
        kg: 5,
        reason: '补',
      }),
  ],
  [
    'a figure put right',
    (of) =>
      staff['prod-lead'].call(correctReportSum, {
        lineId: floor.line.id,
        ...of,
        sum: 'fedKg',
        difference: 5,
        reason: '补',
      }),
  ],
]

describe.each(writes)('%s', (_what, write) => {
  // The clock is at 10:00 in the early shift of 20 November.
  test.each([
    ['months ahead', { businessDate: '2027-06-03', shift: 'early' }],
    ['of the shift that comes next', { businessDate: '2026-11-20', shift: 'middle' }],
    ['of an age to come', { businessDate: '2099-01-01', shift: 'early' }],
    ['of long ago', { businessDate: '2001-01-01', shift: 'early' }],
    ['of four months ago', { businessDate: '2026-07-20', shift: 'early' }],
  ])('is refused %s', async (_when, of) => {
    expect((await write(of)).errno).not.toBe('200')
  })
  test('a record may be of the current shift or of one last month', async () => {
    expectOk((await write({ businessDate: '2026-11-20', shift: 'early' })) as never)
    expectOk((await write({ businessDate: '2026-10-20', shift: 'early' })) as never)
  })
})
test('a record can be neither moved to a future shift nor signed for one', async () => {
  const lead = staff['operator-line']
  const sheet = expectOk(await lead.call(wasteDisposal.endpoints.create, { lineId: floor.line.id, lines } as never))
  const { id, version } = sheet as { id: string; version: number }
  const moved = { id, version, businessDate: '2027-06-03', shift: 'early' }
  expect((await lead.call(wasteDisposal.endpoints.update, moved)).errno).toBe('4013')
  const other = await createFloor(plant, staff)
  const draft = expectOk(await lead.call(squad, { lineId: other.line.id }))
  await plant.query(`update handover set business_date = '2027-06-03' where id = $1`, [draft.id])
  expect((await lead.call(giveHandover, { id: draft.id })).errno).toBe('4013')
})
test('a record saved on a phone counts from its save time, however late it arrives', async () => {
  const body = { lineId: floor.line.id, businessDate: '2026-10-20', shift: 'early', lines }
  const add = (occurredAt: string) => ({
    op: wasteDisposal.endpoints.create,
    body: { id: createUuid7(), ...body },
    occurredAt,
  })
  const late = '2027-01-30T02:00:00.000Z'
  plant.clock.set(late)
  expect(await sync(await plant.as('operator-line'), [add(plantTime('10:00')), add(late)], late)).toMatchObject([
    { status: 'done' },
    { status: 'refused' },
  ])
})
