import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acknowledgeNotice, notice } from '@/areas/notices/contract/notice'
import { noticeRule } from '@/areas/notices/contract/notice-rule'
import { role } from '@/areas/access/contract/role'
import { line } from '@/plant/contract/line'
import { plantTime, expectOk, collectNotices, runJob, createStaffedPlant, sync, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'

let plant: TestPlant
let staff: Staff
let lead: string
let manager: string
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const roles = expectOk(await staff.admin.call(role.endpoints.list, { size: 100 })).list
  lead = roles.find(({ code }) => code === 'PROD-LEAD')!.id
  manager = roles.find(({ code }) => code === 'MANAGER')!.id
}, 120_000)
afterAll(() => plant.close())

let serial = 0
const aLine = async () =>
  expectOk(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `N-${++serial}`,
      name: `纺粘${serial}号线`,
      kind: 'spunbond',
    }),
  ).id
/** Creates a rule on a line’s output in the current shift that rings below 500 kg. */
async function createRule(more: Record<string, unknown> = {}) {
  const lineId = await aLine()
  return expectOk(
    await staff.manager.call(noticeRule.endpoints.create, {
      name: `产量低 ${serial}`,
      severity: 'warning',
      watches: 'figure',
      figure: 'outputKg',
      lineId,
      condition: 'below',
      limit: 500,
      roleId: lead,
      ...more,
    } as never),
  )
}
/** Inserts the output of the line in the current shift. */
async function insertOutput(lineId: string, kg: number, day = '2026-11-20', shift = 'early') {
  await plant.query('delete from shift_figure where line_id = $1', [lineId])
  await plant.query(
    `insert into shift_figure (site_id, id, created_at, updated_at, kind, business_date, shift, line_id, wound_kg) values (1, gen_random_uuid(), now(), now(), 'counted', $2, $3, $1, $4)`,
    [lineId, day, shift, kg],
  )
}
const runWatchAt = async (time: string, day = '2026-11-20') => {
  plant.clock.set(plantTime(time, day))
  await runJob(plant, 'notices')
}
const loadNotices = async (ruleId: string) =>
  expectOk(await staff.manager.call(notice.endpoints.list, { ruleId, size: 50 })).list.map(({ state, value }) => [
    state,
    value,
  ])

describe('a notice rule', () => {
  test('rings once, notifies its role only, and ends when the value recovers', async () => {
    const outputRule = await createRule({ back: 50 })
    await insertOutput(outputRule.lineId!, 420)
    const heard = collectNotices(plant)
    for (const time of ['10:00', '10:01', '10:02']) await runWatchAt(time)
    expect(await loadNotices(outputRule.id)).toEqual([['ringing', 420]])
    const mine = heard.filter((each) => each.notice === 'ruleRang')
    expect(mine).toHaveLength(1)
    expect(mine[0]!.to).toEqual([staff['prod-lead'].userId])
    expect(mine[0]!.title.zh).toMatch(/420 kg，低于 500/)
    expect(mine[0]!.title.en).toMatch(/420 kg, below 500/)
    // Not recovered far enough.
    await insertOutput(outputRule.lineId!, 530)
    await runWatchAt('10:05')
    expect(await loadNotices(outputRule.id)).toEqual([['ringing', 420]])
    await insertOutput(outputRule.lineId!, 560)
    await runWatchAt('10:06')
    expect(await loadNotices(outputRule.id)).toEqual([['over', 420]])
  })

  test('rings after the hold time and ignores shorter violations', async () => {
    const heldRule = await createRule({ holdMinutes: 10 })
    await insertOutput(heldRule.lineId!, 100)
    await runWatchAt('10:10')
    await runWatchAt('10:19')
    expect(await loadNotices(heldRule.id)).toEqual([])
    await insertOutput(heldRule.lineId!, 900)
    await runWatchAt('10:20')
    await insertOutput(heldRule.lineId!, 100)
    await runWatchAt('10:21')
    await runWatchAt('10:30')
    expect(await loadNotices(heldRule.id)).toEqual([])
    await runWatchAt('10:31')
    expect(await loadNotices(heldRule.id)).toEqual([['ringing', 100]])
  })

  test('is acknowledged by a person, also from a phone, and escalates only until then', async () => {
    const [firstRule, secondRule] = [
      await createRule({ escalateTo: manager, escalateMinutes: 15 }),
      await createRule({ escalateTo: manager, escalateMinutes: 15 }),
    ]
    for (const each of [firstRule, secondRule]) await insertOutput(each.lineId!, 1)
    await runWatchAt('11:00')
    const [row] = expectOk(await staff['prod-lead'].call(notice.endpoints.list, { ruleId: firstRule.id })).list
    plant.clock.set(plantTime('11:05'))
    const [answer] = await sync(
      staff['prod-lead'],
      [
        {
          op: acknowledgeNotice,
          body: { id: row!.id, said: '换网后恢复' },
          baseVersion: row!.version,
          occurredAt: plantTime('11:05'),
        },
      ],
      plantTime('11:05'),
    )
    expect(answer).toMatchObject({ status: 'done' })
    const heard = collectNotices(plant)
    await runWatchAt('11:14')
    expect(heard).toEqual([])
    await runWatchAt('11:16')
    expect(heard.map(({ to, title }) => [to, title.zh])).toEqual([
      [[staff.manager.userId], expect.stringContaining('无人响应')],
    ])
    const [seen] = expectOk(await staff.manager.call(notice.endpoints.list, { ruleId: firstRule.id })).list
    expect(seen).toMatchObject({
      state: 'seenTo',
      acknowledgedBy: staff['prod-lead'].userId,
      acknowledgedAt: plantTime('11:05'),
      said: '换网后恢复',
      escalatedAt: null,
    })
  })

  test('is silent in quiet hours unless critical, and catches up afterwards', async () => {
    const quiet = { quietFrom: 22, quietTo: 6 }
    const [quietRule, criticalRule] = [await createRule(quiet), await createRule({ ...quiet, severity: 'critical' })]
    for (const each of [quietRule, criticalRule]) await insertOutput(each.lineId!, 1, '2026-11-20', 'middle')
    const heard = collectNotices(plant)
    await runWatchAt('23:00')
    expect(heard.map(({ title }) => title.zh)).toEqual([expect.stringContaining(criticalRule.name)])
    for (const each of [quietRule, criticalRule]) await insertOutput(each.lineId!, 1, '2026-11-20', 'night')
    await runWatchAt('06:01', '2026-11-21')
    expect(heard.map(({ title }) => title.zh)).toHaveLength(2)
    expect(heard[1]!.title.zh).toContain(quietRule.name)
  })

  test('ends when switched off; without a value it neither rings nor ends', async () => {
    const outputRule = await createRule()
    await insertOutput(outputRule.lineId!, 1, '2026-11-21', 'early')
    await runWatchAt('09:00', '2026-11-21')
    expect(await loadNotices(outputRule.id)).toEqual([['ringing', 1]])
    await plant.query('delete from shift_figure where line_id = $1', [outputRule.lineId])
    await runWatchAt('09:01', '2026-11-21')
    expect(await loadNotices(outputRule.id)).toEqual([['ringing', 1]])
    expectOk(
      await staff.manager.call(noticeRule.endpoints.update, {
        id: outputRule.id,
        version: outputRule.version,
        active: false,
      } as never),
    )
    await runWatchAt('09:02', '2026-11-21')
    expect(await loadNotices(outputRule.id)).toEqual([['over', 1]])
  })

  test.each([
    ['without a figure', { figure: null }],
    ['without a limit', { limit: null }],
    ['with a quiet hour that is none', { quietFrom: 25, quietTo: 6 }],
    ['with half of the quiet hours', { quietFrom: 22 }],
    ['that goes further nobody knows when', { escalateTo: 'manager' }],
    ['for data that a figure cannot lack', { condition: 'noData' }],
    ['with a robot inside the plant', { hookKind: 'json', hookUrl: 'http://127.0.0.1:9/x' }],
  ])('%s is refused', async (_what, wrong) => {
    const given = 'escalateTo' in wrong ? { escalateTo: manager } : wrong
    await expect(createRule(given)).rejects.toThrow(/40[14][23]|6000/)
  })

  test('does not reuse the robot address of another kind', async () => {
    const hookRule = await createRule({
      hookKind: 'wecom',
      hookUrl: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k',
    })
    const changed = (version: number, patch: object) =>
      staff.manager.call(noticeRule.endpoints.update, { id: hookRule.id, version, ...patch } as never)
    const refused = await changed(hookRule.version, { hookKind: 'feishu' })
    expect([refused.errno, refused.data]).toMatchObject([
      '4013',
      { issues: [{ path: ['hookUrl'], code: 'otherHost' }] },
    ])
    // The kind is changed without the address: a stored address is checked again on use.
    const none = expectOk(await changed(hookRule.version, { hookKind: null }))
    expect((await changed(none.version, { hookKind: 'dingtalk' })).errno).toBe('4013')
    expectOk(await changed(none.version, { hookKind: 'dingtalk', hookUrl: 'https://oapi.dingtalk.com/robot/send' }))
  })

  test('needs the permission and never shows its robot address', async () => {
    const hookRule = await createRule({ hookKind: 'json', hookUrl: 'https://example.com/hook', hookSecret: 'quiet' })
    const list = await staff.manager.raw('GET', '/plant/notice_rule?size=100')
    expect(JSON.stringify(list)).not.toContain('example.com/hook')
    expect(
      (
        await staff['operator-line'].call(noticeRule.endpoints.update, {
          id: hookRule.id,
          version: 1,
          active: false,
        } as never)
      ).errno,
    ).toBe('401')
    expect((await staff.viewer.call(notice.endpoints.list, {})).errno).toBe('401')
  })
})

describe('default rules', () => {
  const loadDefaultRules = async () =>
    expectOk(await staff.manager.call(noticeRule.endpoints.list, { size: 100 })).list.filter(
      ({ watches }) => watches === 'unexplainedStop' || watches === 'lateOrders',
    )
  test('are added once: what somebody removes stays removed', async () => {
    await runJob(plant, 'notice-defaults')
    const rules = await loadDefaultRules()
    expect(rules.map(({ watches, condition, limit, roleId }) => [watches, condition, limit, roleId]).sort()).toEqual([
      ['lateOrders', 'above', 0, lead],
      ['unexplainedStop', 'above', 20, lead],
    ])
    const lateRule = rules.find(({ watches }) => watches === 'lateOrders')!
    expectOk(await staff.manager.call(noticeRule.endpoints.remove, { id: lateRule.id, version: lateRule.version }))
    await runJob(plant, 'notice-defaults')
    expect((await loadDefaultRules()).map(({ watches }) => watches)).toEqual(['unexplainedStop'])
  })
  test('raise a notice for a line that stands for more than 20 min, until a reason is given', async () => {
    const [stopRule] = await loadDefaultRules()
    const lineId = await aLine()
    await plant.query(
      `insert into line_stop (site_id, id, line_id, started_at, state) values (1, gen_random_uuid(), $1, $2, 'standing')`,
      [lineId, plantTime('14:00')],
    )
    await runWatchAt('14:20')
    expect(await loadNotices(stopRule!.id)).toEqual([])
    const heard = collectNotices(plant)
    await runWatchAt('14:21')
    expect(await loadNotices(stopRule!.id)).toEqual([['ringing', 21]])
    const [row] = expectOk(await staff.manager.call(notice.endpoints.list, { ruleId: stopRule!.id })).list
    expect(row).toMatchObject({ lineId, unit: 'min', limit: 20 })
    expect(heard.find((each) => each.notice === 'ruleRang')?.title.en).toMatch(/· N-\d+ .*: 21 min, above 20/)
    await plant.query(
      `update line_stop set reason_id = (select id from stop_reason where site_id = 1 limit 1) where line_id = $1`,
      [lineId],
    )
    await runWatchAt('14:25')
    expect(await loadNotices(stopRule!.id)).toEqual([['over', 21]])
  })
})
