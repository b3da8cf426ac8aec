import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctReportSum, currentReportSum, recalculateDays } from '@/areas/monthClosing/contract/correction-endpoints'
import { customReport } from '@/areas/sheets/contract/metric-reports'
import { countRows, expectOk } from '../plant-staff'
import type { Caller } from '../harness'
import { closeMonthAs } from '../closed-month'
import { createFeedingPlant, createRunningOrder, type FeedingPlant } from '../feeding/feeding-plant'

let f: FeedingPlant
let accountant: Caller
let lineId: string
const DAY = '2026-11-19'
beforeAll(async () => {
  f = await createFeedingPlant()
  accountant = await f.plant.as('accountant')
  lineId = (await createRunningOrder(f)).lineId!
}, 120_000)
afterAll(() => f.plant.close())

describe('a corrected sum', () => {
  const shift = { businessDate: DAY, shift: 'early', reason: '秤坏' }
  test('needs a value or difference and a reason, never below zero; the counted value stays', async () => {
    const lead = await f.plant.as('prod-lead')
    const reportSum = { ...shift, lineId, sum: 'fedKg' as const }
    expect((await lead.call(correctReportSum, reportSum)).errno).toBe('4042')
    expect((await lead.call(correctReportSum, { ...reportSum, value: 5, difference: 5 })).errno).toBe('4013')
    expect((await lead.call(correctReportSum, { ...reportSum, difference: 0 })).errno).toBe('4013')
    expect((await lead.call(correctReportSum, { ...reportSum, difference: -1 })).errno).not.toBe('200')
    expect((await lead.call(correctReportSum, { ...reportSum, reason: ' ', value: 5 })).errno).not.toBe('200')
    expect((await f.line.call(correctReportSum, { ...reportSum, value: 5 })).errno).toBe('401')
    expect(await countRows(f.plant, 'figure_correction')).toBe(0)
    const row = expectOk(await lead.call(correctReportSum, { ...reportSum, value: 40 }))
    expect(row).toMatchObject({ before: 0, delta: 40, userId: lead.userId, reason: '秤坏' })
    const { difference: _none, reason: _why, ...query } = { ...reportSum, difference: null }
    expect(expectOk(await lead.call(currentReportSum, query))).toEqual({ value: 40 })
    expect((await accountant.call(currentReportSum, query)).errno).toBe('401')
    const { rows, total } = expectOk(
      await accountant.call(customReport.endpoint, { from: DAY, to: DAY, by: ['shift', 'line'], columns: ['fedKg'] }),
    )
    expect(rows.find((one) => one.lineId === lineId)?.fedKg).toBe(40)
    expect(total[0]?.fedKg).toBe(40)
  })
  test('never exceeds the sum it is part of, and says so in both languages', async () => {
    const lead = await f.plant.as('prod-lead')
    const correction = { ...shift, lineId, sum: 'slitGoodKg', difference: 50_000 } as const
    const refuse = async (language: 'zh' | 'en') => {
      const { errno, errmsg } = await lead.call(correctReportSum, correction, { language })
      return [errno, errmsg]
    }
    expect(await refuse('en')).toEqual([
      '6000',
      'Good output (by metres) would be 50,000 kg, more than the 0 kg of Slitter output. If both are wrong, correct the other one first',
    ])
    expect(await refuse('zh')).toEqual([
      '6000',
      '更正后 合格量（按米数） 为 50,000 kg，超过 分切产量 的 0 kg。如两项都有误，请先更正另一项',
    ])
  })
  test('needs the edit permission of its report', async () => {
    const lead = await f.plant.as('prod-lead')
    const correction = { ...shift, lineId, difference: 1 }
    const [{ authority }] = (await f.plant.query(`select authority from role where code = 'PROD-LEAD'`)) as [
      { authority: unknown },
    ]
    const setAuthority = async (sqlText: string, value: string) => {
      await f.plant.query(`update role set authority = ${sqlText}, version = version + 1 where code = 'PROD-LEAD'`, [
        value,
      ])
      f.plant.app.changes.publishSoon(new Set(['role']), [])
    }
    await setAuthority(
      `authority - (select array_agg(id::text) from menu where url like '%Edit' and url <> $1)`,
      'workHoursEdit',
    )
    const loadSum = async (sum: 'labourHours' | 'fedKg' | 'recycledKg' | 'kwh' | 'slitKg' | 'standingMinutes') => {
      return (await lead.call(correctReportSum, { ...correction, sum })).errno
    }
    expect(await loadSum('labourHours')).toBe('200')
    for (const sum of ['fedKg', 'kwh', 'slitKg', 'standingMinutes'] as const) expect(await loadSum(sum)).toBe('401')
    await setAuthority('$1::jsonb', JSON.stringify(authority))
    for (const sum of ['recycledKg', 'slitKg', 'standingMinutes'] as const) expect(await loadSum(sum)).toBe('200')
    expect(await loadSum('kwh')).toBe('401')
    expect((await accountant.call(correctReportSum, { ...correction, sum: 'kwh' })).errno).toBe('200')
    expect((await accountant.call(correctReportSum, { ...correction, sum: 'fedKg' })).errno).toBe('401')
  })
  test('recalculated days list the changes and store nothing in a trial; at most 62 days', async () => {
    const dryRun = expectOk(await accountant.call(recalculateDays, { from: DAY, to: DAY, dryRun: true }))
    expect(dryRun).toMatchObject({ dryRun: true, days: 1 })
    expect((await accountant.call(recalculateDays, { from: '2026-01-01', to: DAY })).errno).toBe('4013')
    expect((await accountant.call(recalculateDays, { from: DAY, to: '2026-11-01' })).errno).toBe('4013')
    // A closed month in the middle counts as well as one at either end.
    await closeMonthAs(f.plant, '2026-10')
    const aroundOctober = { from: '2026-09-30', to: '2026-11-01' }
    const refusal = await accountant.call(recalculateDays, aroundOctober)
    expect(refusal.errno).not.toBe('200')
    expect(refusal.errmsg).toContain('2026-10')
    expect((await accountant.call(recalculateDays, { ...aroundOctober, dryRun: true })).errno).toBe('200')
    // The correction remains after the real recalculation.
    expectOk(await accountant.call(recalculateDays, { from: DAY, to: DAY }))
    const { total } = expectOk(
      await accountant.call(customReport.endpoint, { from: DAY, to: DAY, by: ['line'], columns: ['fedKg'] }),
    )
    expect(total[0]?.fedKg).toBe(40)
  })
})
