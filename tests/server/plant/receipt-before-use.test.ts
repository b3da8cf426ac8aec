/** Nothing is used before it exists: lots, parts, tools, machines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { equipment, machineUseRecord } from '@/areas/equipment/contract/equipment'
import { meter, meterReading } from '@/areas/equipment/contract/meter'
import { createUuid7 } from '@/contract/id'
import { raiseAbnormity } from '@/areas/deviations/contract/abnormity-commands'
import { materialLot, materialTime } from '@/areas/feeding/contract/material'
import { processRecord } from '@/areas/handover/contract/production-records'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { putOnHold } from '@/areas/rolls/contract/hold'
import { turnWinder } from '@/areas/rolls/contract/machine-run'
import { inputLine } from '@/areas/sheets/contract/input-output'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import { tool } from '@/areas/tools/contract/tool'
import { trace } from '@/areas/tracing/contract/trace'
import { toolUse } from '@/areas/tools/contract/tool-use'
import {
  getFeedEndpoint,
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
  type FeedingPlant,
} from '../feeding/feeding-plant'
import { plantTime, countRows, expectOk, createPart } from '../plant-staff'

let f: FeedingPlant
beforeAll(async () => {
  f = await createFeedingPlant()
}, 120_000)
afterAll(() => f.plant.close())
const tooEarly = (field: string) => ({ errno: '6000', data: { issues: [{ path: [field], code: 'tooEarly' }] } })

describe('a lot', () => {
  async function received(receivedOn: string) {
    const order = await createRunningOrder(f)
    const resin = await createMaterial(f)
    const lot = await createLot(f, resin.id, { receivedOn })
    const input = {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await findOrCreateHopper(f, order),
      materialId: resin.id,
      lotId: lot.id,
      kg: 100,
    }
    return { lot, input }
  }
  test('cannot be fed before its receipt unless a person gives a reason; the refusal names the time', async () => {
    const { lot, input } = await received('2026-11-20')
    const earlierFeed = { ...input, occurredAt: plantTime('23:50', '2026-11-19') }
    const refused = await f.line.call(getFeedEndpoint('main'), earlierFeed, { language: 'en' })
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(`Lot ${lot.number} was received on 2026-11-20`)
    expect(refused.errmsg).toContain('wrong clock')
    expect(await countRows(f.plant, 'feed', 'lot_id = $1', [lot.id])).toBe(0)
    // Ten minutes later it is the 20th by the clock, but the business date is still the 19th.
    const onTheDay = expectOk(
      await f.line.call(getFeedEndpoint('main'), { ...input, occurredAt: plantTime('00:00', '2026-11-20') }),
    )
    expect(onTheDay.businessDate).toBe('2026-11-19')
    expect(onTheDay.findings.map(({ code }) => code)).not.toContain('fedBeforeReceipt')
    const fed = expectOk(await f.line.call(getFeedEndpoint('main'), { ...earlierFeed, reason: '先用后补到货单' }))
    expect(fed.findings.map(({ code }) => code)).toContain('fedBeforeReceipt')
    // The lot was released at 10:00 only, so both feeds also precede its release.
    expect(onTheDay.findings.map(({ code }) => code)).toContain('fedBeforeRelease')
    const { nodes } = expectOk(await f.lead.call(trace, { kind: 'materialLot', id: lot.id }))
    expect(nodes.find(({ id }) => id === lot.id)).toMatchObject({ usedBeforeReceipt: true, usedBeforeRelease: true })
  })
  test('that is fed after its release has no finding, in the feed or in the trace', async () => {
    const { lot, input } = await received('2026-11-20')
    const fed = expectOk(await f.line.call(getFeedEndpoint('main'), input))
    expect(fed.findings.map(({ code }) => code)).not.toContain('fedBeforeRelease')
    const { nodes } = expectOk(await f.lead.call(trace, { kind: 'materialLot', id: lot.id }))
    expect(nodes.find(({ id }) => id === lot.id)).toMatchObject({ usedBeforeReceipt: false, usedBeforeRelease: false })
  })
  test('that was fed cannot have a later receipt', async () => {
    const { lot, input } = await received('2026-11-18')
    // The order began at 06:00 the next day.
    const earlyFeed = { ...input, occurredAt: plantTime('09:00', '2026-11-19'), reason: '提前投料' }
    expectOk(await f.line.call(getFeedEndpoint('main'), earlyFeed))
    const { version } = expectOk(await f.lead.call(materialLot.endpoints.list, { keyword: lot.number })).list[0]!
    const change = (receivedOn: string) =>
      f.lead.call(materialLot.endpoints.update, { id: lot.id, version, receivedOn })
    expect(await change('2026-11-20')).toMatchObject({
      errno: '6000',
      data: { issues: [{ path: ['receivedOn'], code: 'notAllowed' }] },
    })
    expectOk(await change('2026-11-19'))
  })
})

test('a spare part cannot be taken out before it came in unless a person gives a reason', async () => {
  const { staff } = f
  const part = await createPart(staff, 0)
  const move = (kind: 'in' | 'out' | 'count', quantity: number, time: string, reason?: string) =>
    staff['maint-lead'].call(
      moveStock,
      { partId: part.id, kind, quantity, occurredAt: plantTime(time), ...(reason ? { reason } : {}) } as never,
      { language: 'en' },
    )
  expectOk(await move('in', 10, '09:00'))
  const refused = await move('out', 5, '08:00')
  expect(refused.errno).toBe('6000')
  expect(refused.errmsg).toContain('At 2026-11-20 08:00 only 0')
  expect(refused.errmsg).toContain('wrong clock')
  expectOk(await move('out', 3, '09:30'))
  // At 09:10 there were 10, and 3 of them are taken at 09:30, so at most 7 could be taken before.
  expect((await move('out', 8, '09:10')).errno).toBe('6000')
  expectOk(await move('out', 7, '09:10'))
  expectOk(await move('in', 5, '09:40'))
  expectOk(await move('out', 5, '08:00', '入库补单'))
})
test('stock found by a count was there from the start', async () => {
  const part = await createPart(f.staff, 0)
  const move = (kind: 'out' | 'count', quantity: number, time: string) =>
    f.staff['maint-lead'].call(moveStock, {
      partId: part.id,
      kind,
      quantity,
      occurredAt: plantTime(time),
      reason: kind === 'count' ? '盘点' : null,
    } as never)
  expectOk(await move('count', 4, '09:50'))
  expectOk(await move('out', 4, '08:00'))
})

test('a tool cannot be mounted before its purchase', async () => {
  const { staff } = f
  const { lineId } = await createRunningOrder(f)
  const made = expectOk(
    await staff['maint-lead'].call(tool.endpoints.create, {
      code: 'SP-NEW',
      kind: 'spinneret',
      lifeUnit: 'kg',
      boughtOn: '2026-11-20',
    }),
  )
  const mount = (occurredAt: string, removedAt: string) =>
    staff['maint-lead'].call(toolUse.endpoints.create, {
      toolId: made.id,
      kind: 'mounted',
      lineId: lineId!,
      place: 1,
      occurredAt,
      removedAt,
    })
  expect(await mount(plantTime('08:00', '2026-11-19'), plantTime('09:00', '2026-11-19'))).toMatchObject(
    tooEarly('occurredAt'),
  )
  expectOk(await mount(plantTime('08:00'), plantTime('09:00')))
})
test('a tool cannot be bought after its first use, nor a machine be installed after its first record', async () => {
  const lead = f.staff['maint-lead']
  const { lineId } = await createRunningOrder(f)
  const isRefused = (field: string) => ({ errno: '6000', data: { issues: [{ path: [field], code: 'notAllowed' }] } })
  const mountedTool = expectOk(
    await lead.call(tool.endpoints.create, { code: 'SP-USED', kind: 'spinneret', lifeUnit: 'kg' }),
  )
  const occurredAt = plantTime('08:00', '2026-11-18')
  const removedAt = plantTime('09:00', '2026-11-18')
  const use = { toolId: mountedTool.id, kind: 'mounted', lineId: lineId!, place: 1, occurredAt, removedAt } as const
  expectOk(await lead.call(toolUse.endpoints.create, use))
  const loadedTool = expectOk(await lead.call(tool.endpoints.list, { id: mountedTool.id })).list[0]!
  const buy = (boughtOn: string) =>
    lead.call(tool.endpoints.update, { id: mountedTool.id, version: loadedTool.version, boughtOn })
  expect(await buy('2026-11-19')).toMatchObject(isRefused('boughtOn'))
  expect(expectOk(await buy('2026-11-18'))).toMatchObject({ boughtOn: '2026-11-18' })

  const machine = expectOk(await lead.call(equipment.endpoints.create, { code: 'M-USED', name: '卷绕机' }))
  const check = { equipmentId: machine.id, occurredAt, result: 'ok' }
  expectOk(await f.staff.maint.call(firstLevelCheck.endpoints.create, check as never))
  const install = (installedOn: string) =>
    lead.call(equipment.endpoints.update, { id: machine.id, version: machine.version, installedOn })
  expect(await install('2026-11-19')).toMatchObject(isRefused('installedOn'))
  expect(expectOk(await install('2026-11-18'))).toMatchObject({ installedOn: '2026-11-18' })
})

test('a meter cannot have readings from before its installation', async () => {
  const { staff } = f
  const made = expectOk(
    await staff['maint-lead'].call(meter.endpoints.create, {
      code: 'EM-NEW',
      name: '电表',
      kind: 'electricity',
      unit: 'kWh',
      installedOn: '2026-11-20',
    }),
  )
  const read = (readAt: string) =>
    staff.maint.call(meterReading.endpoints.create, { meterId: made.id, readAt, value: 5 })
  expect(await read(plantTime('08:00', '2026-11-19'))).toMatchObject(tooEarly('readAt'))
  expectOk(await read(plantTime('08:00')))
  const { id, version } = expectOk(await staff['maint-lead'].call(meter.endpoints.list, { keyword: 'EM-NEW' })).list[0]!
  expect(
    await staff['maint-lead'].call(meter.endpoints.update, { id, version, installedOn: '2026-11-21' }),
  ).toMatchObject({ errno: '6000', data: { issues: [{ path: ['installedOn'], code: 'notAllowed' }] } })
})

test('a machine cannot have records from before its installation', async () => {
  const { staff } = f
  const machine = expectOk(
    await staff['maint-lead'].call(equipment.endpoints.create, {
      code: 'M-NEW',
      name: '卷绕机',
      installedOn: '2026-11-20',
    }),
  )
  const used = (occurredAt: string) =>
    staff.maint.call(machineUseRecord.endpoints.create, {
      equipmentId: machine.id,
      state: 'notUsed',
      reason: '调试',
      occurredAt,
    })
  expect(await used(plantTime('08:00', '2026-11-19'))).toMatchObject(tooEarly('occurredAt'))
  expectOk(await used(plantTime('08:00')))
  const checked = (occurredAt: string) =>
    staff.maint.call(firstLevelCheck.endpoints.create, {
      equipmentId: machine.id,
      occurredAt,
      result: 'ok',
    } as never)
  expect(await checked(plantTime('08:00', '2026-11-19'))).toMatchObject(tooEarly('occurredAt'))
  expectOk(await checked(plantTime('08:30')))
})

describe('an order', () => {
  const EARLIER = '2026-11-10'
  test('cannot be held, recorded or reported before it existed', async () => {
    const order = await createRunningOrder(f)
    const { id: workOrderId, lineId } = order
    const resin = await createMaterial(f)
    const quality = f.staff.quality
    const earlierMoment = plantTime('09:00', EARLIER)
    const answers = {
      hold: await quality.call(putOnHold, {
        kind: 'workOrder',
        subjectId: workOrderId,
        reason: '投诉',
        occurredAt: earlierMoment,
      }),
      abnormity: await quality.call(raiseAbnormity, {
        kind: 'product',
        defect: 'wrongWeight',
        severity: 'minor',
        description: '偏轻',
        workOrderId,
        occurredAt: earlierMoment,
      } as never),
      run: await f.line.call(turnWinder, {
        id: createUuid7(),
        lineId: lineId!,
        action: 'on',
        workOrderId,
        occurredAt: earlierMoment,
      }),
      process: await f.line.call(processRecord.endpoints.create, {
        lineId: lineId!,
        workOrderId,
        occurredAt: earlierMoment,
        kind: 'event',
        description: '换网',
        businessDate: EARLIER,
      } as never),
      time: await f.lead.call(materialTime.endpoints.create, {
        kind: 'main',
        materialId: resin.id,
        lineId: lineId!,
        workOrderId,
        startsAt: earlierMoment,
      } as never),
      inputLine: await f.lead.call(inputLine.endpoints.create, {
        businessDate: EARLIER,
        lineId: lineId!,
        shift: 'early',
        workOrderId,
        materialId: resin.id,
        kg: 5,
        reason: '漏记',
      } as never),
    }
    const fields = { hold: 'occurredAt', abnormity: 'occurredAt', run: 'occurredAt', process: 'occurredAt' }
    for (const [name, answer] of Object.entries(answers)) {
      const field = { ...fields, time: 'startsAt', inputLine: 'businessDate' }[name]!
      expect([name, answer], `${name} ${answer.errmsg}`).toMatchObject([name, tooEarly(field)])
      if (name !== 'hold') expect(answer.errmsg).toContain(`“${order.number}”自 2026-11-20 起才有`)
    }
    expect(answers.hold.errmsg).toContain(`“${order.number}”自 2026-11-20`)
    expectOk(await quality.call(putOnHold, { kind: 'workOrder', subjectId: workOrderId, reason: '投诉' }))
  })
  test('counts from its start, if it was entered after that', async () => {
    const order = await createRunningOrder(f)
    await f.plant.query('update work_order set started_at = $2 where id = $1', [order.id, plantTime('06:00', EARLIER)])
    const heldOrder = await f.staff.quality.call(putOnHold, {
      kind: 'workOrder',
      subjectId: order.id,
      reason: '投诉',
      occurredAt: plantTime('09:00', EARLIER),
    })
    expect(expectOk(heldOrder)).toMatchObject({ heldAt: plantTime('09:00', EARLIER) })
  })
})

describe('weekly work and plans of a machine', () => {
  test('are not done before its installation', async () => {
    const machine = expectOk(
      await f.staff['maint-lead'].call(equipment.endpoints.create, {
        code: 'M-1118',
        name: '新计量泵',
        installedOn: '2026-11-18',
      } as never),
    )
    const task = { week: '2026-W46', title: '清洁', equipmentId: machine.id, state: 'done', doneOn: '2026-11-12' }
    expect(await f.staff['maint-lead'].call(weeklyWork.endpoints.create, task as never)).toMatchObject(
      tooEarly('doneOn'),
    )
    const plan = {
      title: '换油',
      equipmentId: machine.id,
      calendarEvery: 3,
      calendarUnit: 'month',
      lastDoneOn: '2026-11-01',
      tasks: [{ title: '换油' }],
    }
    expect(await f.staff['maint-lead'].call(pmPlan.endpoints.create, plan as never)).toMatchObject(
      tooEarly('lastDoneOn'),
    )
  })
})
