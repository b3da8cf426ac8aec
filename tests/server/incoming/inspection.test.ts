import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { uploadStart } from '@/contract/kit'
import { materialLot } from '@/areas/feeding/contract/material'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import {
  getFeedEndpoint,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
} from '../feeding/feeding-plant'
import { materialInspection, incomingField } from '@/areas/incoming/contract/material-inspection'
import {
  attachCertificate,
  concedeInspection,
  recordInspection,
  rejectInspection,
  releaseInspection,
  reopenInspection,
  startInspection,
} from '@/areas/incoming/contract/inspection-commands'
import * as calls from '@/areas/incoming/contract/inspection-endpoints'
import { plantTime, countRows, expectOk, collectNotices, NOW, fetchRow, sync } from '../plant-staff'
import {
  beginInspection,
  createIncomingPlant,
  enterReadings,
  createStandard,
  createQuarantinedLot,
  type IncomingPlant,
} from './incoming-plant'

let f: IncomingPlant
beforeAll(async () => {
  f = await createIncomingPlant()
}, 120_000)
afterAll(() => f.plant.close())
const lotNow = (id: string) =>
  fetchRow<{ state: string; decided_by: string; reason: string }>(f.plant, 'material_lot', id)
const inEnglish = { language: 'en' } as const

describe('an inspection', () => {
  test('is not before the receipt of its lot', async () => {
    const { lot } = await createQuarantinedLot(f)
    const { receivedOn } = lot
    const dayBefore = new Date(Date.parse(receivedOn) - 86_400_000).toISOString().slice(0, 10)
    const tooEarly = { errno: '6000', data: { issues: [{ path: ['inspectedOn'], code: 'tooEarly' }] } }
    expect(await f.inspector.call(startInspection, { lotId: lot.id, inspectedOn: dayBefore } as never)).toMatchObject(
      tooEarly,
    )
    expect(await countRows(f.plant, 'material_inspection', 'lot_id = $1', [lot.id])).toBe(0)
    const row = await beginInspection(f, lot.id)
    expect(await f.inspector.call(recordInspection, { id: row.id, inspectedOn: dayBefore } as never)).toMatchObject(
      tooEarly,
    )
    expectOk(await f.inspector.call(recordInspection, { id: row.id, inspectedOn: receivedOn } as never))
  })
  test('leads from a waiting lot to its release by the standard in force', async () => {
    const { material, lot } = await createQuarantinedLot(f, { kg: 2500 })
    const heard = collectNotices(f.plant)
    const row = await beginInspection(f, lot.id)
    // 2500 kg in 25 kg bags are 100 packages; GB/T 6678 samples 14 of them.
    expect(row).toMatchObject({
      state: 'inspecting',
      result: 'open',
      materialId: material.id,
      supplier: '东海石化',
      standardRevision: 1,
      sampling: 'gbt6678',
      lotSize: 100,
      sampleSize: 14,
      acceptNumber: null,
      severity: 'normal',
      original: true,
      inspectedBy: f.inspector.userId,
      inspectedOn: '2026-11-20',
      startedAt: NOW,
    })
    expect(row.number).toMatch(/^IQC20261120-\d{3}$/)
    expect(row.items).toMatchObject([
      { name: '熔体流动速率', low: 33, high: 37, judgement: 'open' },
      { name: '外观', low: null, high: null, judgement: 'open' },
    ])
    // An unfinished inspection cannot be released.
    expect((await f.qualityLead.call(releaseInspection, { id: row.id }, inEnglish)).errmsg).toBe(
      'The inspection is not finished',
    )
    // More samples than packages, or more defects than samples, is a typing mistake.
    const slip = { id: row.id, examined: 101 }
    expect((await f.inspector.call(recordInspection, slip, inEnglish)).errmsg).toContain('must be at most 100')
    expect((await f.inspector.call(recordInspection, { ...slip, examined: 14, defects: 15 })).errno).toBe('4013')
    const done = await enterReadings(f, row, [35.1, 36.2])
    expect(done).toMatchObject({ result: 'pass', nonconforming: 0 })
    expect(done.items[0]).toMatchObject({ n: 2, mean: 35.65, min: 35.1, max: 36.2, outside: 0, judgement: 'ok' })
    expect(heard.filter(({ id }) => id === row.id).map(({ notice, keys }) => [notice, keys])).toEqual([
      ['materialInspected', ['rawMaterialInspectionApprove']],
    ])
    expect((await lotNow(lot.id)).state).toBe('quarantine')
    // The inspector does not decide.
    expect((await f.inspector.call(releaseInspection, { id: row.id })).errno).toBe('401')
    expect(expectOk(await f.qualityLead.call(releaseInspection, { id: row.id }))).toMatchObject({
      state: 'released',
      decidedBy: f.qualityLead.userId,
      decidedAt: NOW,
    })
    expect(await lotNow(lot.id)).toMatchObject({ state: 'released', decided_by: f.qualityLead.userId })
    // A decided inspection can be neither changed nor deleted.
    expect((await f.inspector.call(recordInspection, { id: row.id, examined: 1 })).errno).toBe('6000')
    expect((await f.qualityLead.call(materialInspection.endpoints.remove, { id: row.id })).errno).toBe('6000')
  })
  test('that fails is rejected or conceded with a reason, never released', async () => {
    const { lot } = await createQuarantinedLot(f)
    const row = await enterReadings(f, await beginInspection(f, lot.id), [35, 38.2])
    expect(row).toMatchObject({ result: 'fail', nonconforming: 1 })
    expect(row.items[0]).toMatchObject({ outside: 1, judgement: 'notOk' })
    expect((await f.qualityLead.call(releaseInspection, { id: row.id }, inEnglish)).errmsg).toContain('failed')
    for (const command of [concedeInspection, rejectInspection])
      expect((await f.qualityLead.call(command, { id: row.id, reason: ' ' })).errno).toBe('4042')
    expect((await lotNow(lot.id)).state).toBe('quarantine')
    const conceded = expectOk(await f.qualityLead.call(concedeInspection, { id: row.id, reason: '仅用于白色产品' }))
    expect(conceded).toMatchObject({ state: 'concession', reason: '仅用于白色产品' })
    expect(await lotNow(lot.id)).toMatchObject({ state: 'concession', reason: '仅用于白色产品' })
  })
  test('keeps its limits when the standard is revised', async () => {
    const { material, lot } = await createQuarantinedLot(f)
    const row = await beginInspection(f, lot.id)
    await f.plant.query(`update material_standard set items = '[]', newest = false where material_id = $1`, [
      material.id,
    ])
    await createStandard(f, material.id, { code: 'MS-NEW', items: [{ name: '灰分', high: 0.05 }] })
    expect(await enterReadings(f, row, [38])).toMatchObject({ standardCode: row.standardCode, result: 'fail' })
  })
  test('needs an approved standard; the refusal names document and version', async () => {
    const material = await createMaterial(f)
    const lot = await createLot(f, material.id, { state: 'quarantine' })
    const start = (more: object = {}) =>
      f.inspector.call(startInspection, { lotId: lot.id, ...more } as never, inEnglish)
    expect((await start()).errmsg).toContain('has no material standard')
    await createStandard(f, material.id, { code: 'MS-DRAFT', approved: false })
    for (const named of [{}, { standardCode: 'MS-DRAFT' }])
      expect((await start(named)).errmsg).toBe(
        'Material standard MS-DRAFT revision 1 is not approved (Draft) and cannot be used',
      )
    expect((await start({ standardCode: 'MS-OTHER' })).errmsg).toContain('no material standard MS-OTHER')
    expect(await countRows(f.plant, 'material_inspection', 'lot_id = $1', [lot.id])).toBe(0)
    const codes = expectOk(await f.inspector.call(calls.standardCodes, {}))
    expect(codes.map(({ standardCode }) => standardCode)).not.toContain('MS-DRAFT')
    expect(codes.length).toBeGreaterThan(0)
  })
  test('does not begin before the lot was received', async () => {
    const { lot } = await createQuarantinedLot(f)
    await f.plant.query(`update material_lot set received_on = '2026-11-20' where id = $1`, [lot.id])
    const start = (occurredAt: string) =>
      f.inspector.call(startInspection, { lotId: lot.id, occurredAt } as never, inEnglish)
    expect((await start(plantTime('09:00', '2026-11-10'))).errmsg).toContain('wrong clock')
    expectOk(await start(plantTime('09:00')))
  })
  test('exists once per lot, also when two begin at once', async () => {
    const { lot } = await createQuarantinedLot(f)
    const answers = await Promise.all(
      [f.inspector, f.qualityLead].map((by) => by.call(startInspection, { lotId: lot.id } as never, inEnglish)),
    )
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    expect(answers.find(({ errno }) => errno === '6000')!.errmsg).toContain('is being inspected already (IQC20261120-')
  })
  test('recorded offline and sent twice is stored once', async () => {
    const { lot } = await createQuarantinedLot(f)
    const id = createUuid7()
    const body = { id, lotId: lot.id, lotSize: 5, examined: 5, occurredAt: plantTime('09:30') }
    const op = { op: startInspection, body: body, id: createUuid7(), occurredAt: plantTime('09:30') }
    const first = await sync(f.inspector, [op])
    const again = await sync(f.inspector, [op])
    expect([first[0]?.status, again[0]?.status]).toEqual(['done', 'done'])
    const readings = [
      { item: 0, sample: 1, value: 35.2, ok: null },
      { item: 1, sample: null, value: null, ok: true },
    ]
    const record = {
      op: recordInspection,
      body: { id, readings },
      baseVersion: 1,
      id: createUuid7(),
      occurredAt: plantTime('09:40'),
    }
    await sync(f.inspector, [record])
    await sync(f.inspector, [record])
    const list = expectOk(await f.inspector.call(materialInspection.endpoints.list, { lotId: lot.id }))
    expect(list.total).toBe(1)
    expect(list.list[0]).toMatchObject({ id, version: 2, result: 'pass', startedAt: plantTime('09:30'), readings })
  })
  test('is deleted by permitted people only, and only while undecided', async () => {
    const { lot } = await createQuarantinedLot(f)
    const row = await beginInspection(f, lot.id)
    expect((await f.inspector.call(materialInspection.endpoints.remove, { id: row.id })).errno).toBe('401')
    expectOk(await f.qualityLead.call(materialInspection.endpoints.remove, { id: row.id }))
    expect(await countRows(f.plant, 'material_inspection', 'lot_id = $1', [lot.id])).toBe(0)
    for (const stranger of [f.line, f.staff.maint])
      expect((await stranger.call(startInspection, { lotId: lot.id } as never)).errno).toBe('401')
  })
})

describe('two concurrent decisions', () => {
  test('on one inspection: the first wins, the second learns who decided what', async () => {
    const { lot } = await createQuarantinedLot(f)
    const row = await enterReadings(f, await beginInspection(f, lot.id), [35])
    const other = f.staff.admin
    const answers = await Promise.all([
      f.qualityLead.call(releaseInspection, { id: row.id, version: row.version }, inEnglish),
      other.call(rejectInspection, { id: row.id, version: row.version, reason: '黑点' }, inEnglish),
    ])
    const won = answers.findIndex(({ errno }) => errno === '200')
    expect(answers.map(({ errno }) => errno).sort()).toEqual(['200', '6000'])
    const [word, person] = won === 0 ? ['Released', 'quality-lead person'] : ['Rejected', '']
    expect(answers[1 - won]!.errmsg).toMatch(
      new RegExp(`^${row.number} was already decided by .*${person}.* on 2026-11-20 10:00: ${word}$`),
    )
    const state = won === 0 ? 'released' : 'rejected'
    expect(await fetchRow(f.plant, 'material_inspection', row.id)).toMatchObject({ state })
    expect((await lotNow(lot.id)).state).toBe(won === 0 ? 'released' : 'blocked')
    // Repeating the same decision changes nothing.
    const winner = won === 0 ? f.qualityLead : other
    const same = won === 0 ? releaseInspection : rejectInspection
    const rowBefore = await fetchRow<{ version: number }>(f.plant, 'material_inspection', row.id)
    expect(expectOk(await winner.call(same, { id: row.id, reason: '黑点' } as never))).toMatchObject({
      version: rowBefore.version,
    })
  })
  test('on the lot itself: the inspection does not undo the lot’s decision', async () => {
    const { lot } = await createQuarantinedLot(f)
    const row = await enterReadings(f, await beginInspection(f, lot.id), [35])
    f.plant.clock.set(plantTime('10:20'))
    expectOk(await f.staff.admin.call(decideLot, { id: lot.id, state: 'blocked', reason: '供应商召回' }))
    const refused = await f.qualityLead.call(releaseInspection, { id: row.id }, inEnglish)
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toMatch(
      /^Lot LOT-\d+ was meanwhile decided by .* on 2026-11-20 10:20: Blocked \(供应商召回\)$/,
    )
    expect(await fetchRow(f.plant, 'material_inspection', row.id)).toMatchObject({ state: 'inspecting' })
    expect((await lotNow(lot.id)).state).toBe('blocked')
    // Undoing an equal decision changes nothing.
    expectOk(await f.qualityLead.call(rejectInspection, { id: row.id, reason: '供应商召回' }))
    f.plant.clock.set(NOW)
  })
  test('a withdrawn decision needs a reason and returns the lot to waiting', async () => {
    const { lot } = await createQuarantinedLot(f)
    const row = await enterReadings(f, await beginInspection(f, lot.id), [35])
    expectOk(await f.qualityLead.call(releaseInspection, { id: row.id }))
    expect((await f.inspector.call(reopenInspection, { id: row.id, reason: '复检' })).errno).toBe('401')
    expect(expectOk(await f.qualityLead.call(reopenInspection, { id: row.id, reason: '复检' }))).toMatchObject({
      state: 'inspecting',
      decidedBy: null,
      decidedAt: null,
    })
    expect(await lotNow(lot.id)).toMatchObject({ state: 'quarantine', decided_by: null })
    expectOk(await f.qualityLead.call(rejectInspection, { id: row.id, reason: '复检不合格' }))
    expect((await lotNow(lot.id)).state).toBe('blocked')
  })
})

describe('a rejected lot', () => {
  async function rejected() {
    const { material, lot } = await createQuarantinedLot(f)
    const row = await enterReadings(f, await beginInspection(f, lot.id), [40])
    const order = await createRunningOrder(f)
    const feed = {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await findOrCreateHopper(f, order),
      materialId: material.id,
      lotId: lot.id,
      kg: 100,
    }
    return { lot, row, feed }
  }
  test('cannot be fed; the refusal says why', async () => {
    const { row, feed } = await rejected()
    expect((await f.line.call(getFeedEndpoint('main'), feed, inEnglish)).errno).toBe('6000')
    expectOk(await f.qualityLead.call(rejectInspection, { id: row.id, reason: '熔指超标' }))
    const refused = await f.line.call(getFeedEndpoint('main'), feed, inEnglish)
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain('熔指超标')
    expect(await countRows(f.plant, 'feed', 'lot_id = $1', [feed.lotId])).toBe(0)
  })
  test('fed by an offline phone is left to a person', async () => {
    const { lot, row, feed } = await rejected()
    expectOk(await f.qualityLead.call(concedeInspection, { id: row.id, reason: '急用' }))
    // The phone saw a releasable lot and went offline; quality withdrew the release at 10:30.
    f.plant.clock.set(plantTime('10:30'))
    expectOk(await f.qualityLead.call(reopenInspection, { id: row.id, reason: '客户不同意' }))
    expectOk(await f.qualityLead.call(rejectInspection, { id: row.id, reason: '熔指超标' }))
    f.plant.clock.set(plantTime('11:30'))
    const op = {
      op: getFeedEndpoint('main'),
      body: { id: createUuid7(), ...feed },
      id: createUuid7(),
      occurredAt: plantTime('11:00'),
    }
    const [answer] = await sync(f.line, [op], plantTime('11:30'))
    expect(answer).toMatchObject({ status: 'refused', errno: '6000' })
    expect(JSON.stringify(answer)).toContain('熔指超标')
    expect(await countRows(f.plant, 'feed', 'lot_id = $1', [lot.id])).toBe(0)
    expect(await fetchRow(f.plant, 'material_lot', lot.id)).toMatchObject({ left_kg: 1000 })
    f.plant.clock.set(NOW)
  })
})

describe('sampling by attributes', () => {
  const cores = { sampling: 'gbt2828', aql: 1, level: 'II', items: [{ name: '内径', unit: 'mm', low: 76, high: 77 }] }
  test('tightens after two failed lots of a supplier; a re-inspection does not count', async () => {
    const { material, lot } = await createQuarantinedLot(f, {
      kind: 'pack',
      standard: cores,
      material: { packageKg: null },
    })
    const inspect = async (lotId: string, defects: number) => {
      const row = await beginInspection(f, lotId, { lotSize: 1000 })
      const done = await enterReadings(f, row, [76.5], {
        readings: [{ item: 0, sample: 1, value: 76.5, ok: null }],
        defects,
      })
      expectOk(
        await f.qualityLead.call(defects > 2 ? rejectInspection : concedeInspection, { id: row.id, reason: '判定' }),
      )
      return done
    }
    const first = await inspect(lot.id, 5)
    expect(first).toMatchObject({
      severity: 'normal',
      codeLetter: 'J',
      sampleSize: 80,
      acceptNumber: 2,
      rejectNumber: 3,
      nonconforming: 5,
      result: 'fail',
    })
    // The same lot does not count again in the series.
    expect(await inspect(lot.id, 5)).toMatchObject({ original: false, severity: 'normal' })
    const second = await createLot(f, material.id, { state: 'quarantine' })
    expect(await inspect(second.id, 3)).toMatchObject({ severity: 'normal', result: 'fail' })
    const third = await createLot(f, material.id, { state: 'quarantine' })
    expect(
      expectOk(await f.inspector.call(calls.initialInspectionValues, { lotId: third.id, lotSize: 1000 })),
    ).toMatchObject({
      severity: 'tightened',
      sampleSize: 80,
      acceptNumber: 1,
      rejectNumber: 2,
      discontinued: false,
    })
    // After five failed lots under tightened inspection the sixth cannot be released by sampling.
    await inspect(third.id, 3)
    for (let i = 0; i < 4; i++) await inspect((await createLot(f, material.id, { state: 'quarantine' })).id, 3)
    const last = await createLot(f, material.id, { state: 'quarantine' })
    const stopped = await beginInspection(f, last.id, { lotSize: 1000 })
    const passed = await enterReadings(f, stopped, [], {
      readings: [{ item: 0, sample: 1, value: 76.5, ok: null }],
      defects: 0,
    })
    expect(passed).toMatchObject({ discontinued: true, result: 'pass' })
    expect((await f.qualityLead.call(releaseInspection, { id: stopped.id }, inEnglish)).errmsg).toContain(
      'discontinued',
    )
    expectOk(await f.qualityLead.call(rejectInspection, { id: stopped.id, reason: '停检' }))
    const fresh = await createLot(f, material.id, { state: 'quarantine' })
    const resume = { lotId: fresh.id, lotSize: 1000, resumed: true } as never
    expect((await f.inspector.call(startInspection, resume)).errno).toBe('6000')
    expect(expectOk(await f.qualityLead.call(startInspection, resume))).toMatchObject({
      severity: 'tightened',
      discontinued: false,
    })
  })
})

describe('values filled in automatically', () => {
  test('are type, values, options and judgement; none are stored', async () => {
    const { material, lot } = await createQuarantinedLot(f, { kg: 400 })
    const type = expectOk(await f.inspector.call(calls.materialsWithStandard, {})).find(
      ({ materialId }) => materialId === material.id,
    )
    expect(type).toMatchObject({ items: 2, waiting: 1, sampling: 'gbt6678', supplier: '东海石化' })
    const values = expectOk(await f.inspector.call(calls.initialInspectionValues, { lotId: lot.id }))
    expect(values).toMatchObject({ number: lot.number, lotSize: 16, sampleSize: 11, receivedKg: 400, certificates: 0 })
    const offered = expectOk(await f.inspector.call(calls.inspectionOptions, {}))
    expect(offered.filter(({ group }) => group === 'lot').map(({ id }) => id)).toContain(lot.id)
    const inspectionRow = expectOk(
      await f.inspector.call(calls.judgeEnteredReadings, {
        lotId: lot.id,
        examined: 11,
        readings: [
          { item: 0, value: 37.5 },
          { item: 1, ok: true },
        ],
      } as never),
    )
    expect(inspectionRow).toMatchObject({ result: 'fail', nonconforming: 1, sampleSize: 11 })
    expect(inspectionRow.items.map(({ judgement }) => judgement)).toEqual(['notOk', 'ok'])
    expect(await countRows(f.plant, 'material_inspection', 'lot_id = $1', [lot.id])).toBe(0)
    await beginInspection(f, lot.id)
    const optionsAfter = expectOk(await f.inspector.call(calls.inspectionOptions, {}))
    expect(optionsAfter.filter(({ group }) => group === 'lot').map(({ id }) => id)).not.toContain(lot.id)
  })
})

describe('fields of a material', () => {
  test('are defined by the lead, checked, and required for the release', async () => {
    const { material, lot } = await createQuarantinedLot(f)
    const field = {
      materialId: material.id,
      key: 'moisture',
      labelZh: '水分',
      labelEn: 'Moisture',
      kind: 'number',
      unit: '%',
    }
    const define = (more: object = {}, by = f.qualityLead) =>
      by.call(incomingField.endpoints.create, { ...field, ...more } as never)
    expect((await define({}, f.inspector)).errno).toBe('401')
    expect((await define({ unit: '' })).errno).toBe('6000')
    const made = expectOk(await define({ high: 0.1, mandatory: true }))
    expect((await define()).errno).toBe('4003')
    const row = await beginInspection(f, lot.id)
    const extra = (values: object) =>
      f.inspector.call(recordInspection, { id: row.id, extra: values } as never, inEnglish)
    expect((await extra({ moisture: 0.5 })).errmsg).toBe('Moisture is above 0.1')
    expect((await extra({ colour: 'x' })).errno).toBe('6000')
    const done = await enterReadings(f, row, [35])
    expect((await f.qualityLead.call(releaseInspection, { id: row.id }, inEnglish)).errmsg).toBe(
      'Fill in first: Moisture',
    )
    expect(expectOk(await extra({ moisture: 0.04 }))).toMatchObject({
      extra: { moisture: 0.04 },
      version: done.version + 1,
    })
    expectOk(await f.qualityLead.call(releaseInspection, { id: row.id }))
    expectOk(await f.qualityLead.call(incomingField.endpoints.remove, { id: made.id }))
    expect(expectOk(await f.inspector.call(incomingField.endpoints.list, { materialId: material.id })).total).toBe(0)
  })
})

describe("the supplier's certificate", () => {
  test('is stored with the lot and downloadable from the inspection', async () => {
    const { lot } = await createQuarantinedLot(f)
    const row = await beginInspection(f, lot.id)
    const read = () => f.qualityLead.call(calls.certificateFile, { id: row.id })
    expect((await read()).errno).toBe('4006')
    const id = createUuid7()
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
    await sendFile(id, pdf, 'coa-123.pdf')
    expectOk(await f.inspector.call(attachCertificate, { id: row.id, documents: [id] }))
    const [storedLot] = expectOk(await f.lead.call(materialLot.endpoints.list, { id: lot.id })).list
    expect(storedLot?.documents).toEqual([id])
    const file = await read()
    expect([file.bytes.equals(pdf), file.headers['content-type']]).toEqual([true, 'application/pdf'])
    expect((await f.line.call(attachCertificate, { id: row.id, documents: [id] })).errno).toBe('401')
    expect((await f.inspector.call(calls.certificateFile, { id: row.id })).errno).toBe('401')
  })
  async function sendFile(id: string, bytes: Buffer, name: string) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expectOk(await f.inspector.call(uploadStart, { id, sha256, size: bytes.length, mime: 'application/pdf', name }))
    const stream = { 'content-type': 'application/octet-stream' }
    expectOk(await f.inspector.raw('PATCH', `/upload_chunk?id=${id}&offset=0`, bytes, stream))
  }
})
