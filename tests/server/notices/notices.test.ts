import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acknowledgeNotice, notice } from '@/areas/notices/contract/notice'
import { noticeRule } from '@/areas/notices/contract/notice-rule'
import { role } from '@/areas/access/contract/role'
import { line } from '@/plant/contract/line'
import { at, good, notices, runJob, staffed, sync, type Staff } from '../people'
import type { TestPlant } from '../harness'

let plant: TestPlant
let staff: Staff
let lead: string
let manager: string
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
  const roles = good(await staff.admin.call(role.endpoints.list, { size: 100 })).list
  lead = roles.find(({ code }) => code === 'PROD-LEAD')!.id
  manager = roles.find(({ code }) => code === 'MANAGER')!.id
}, 120_000)
afterAll(() => plant.close())

let serial = 0
const aLine = async () =>
  good(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `N-${++serial}`,
      name: `纺粘${serial}号线`,
      kind: 'spunbond',
    }),
  ).id
/** A rule over the output of a line in the running shift: less than 500 kg rings. */
async function rule(more: Record<string, unknown> = {}) {
  const lineId = await aLine()
  return good(
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
/** What the line made in the shift of the test's clock. */
async function made(lineId: string, kg: number, day = '2026-11-20', shift = 'early') {
  await plant.query('delete from shift_figure where line_id = $1', [lineId])
  await plant.query(
    `insert into shift_figure (site_id, id, created_at, updated_at, kind, business_date, shift, line_id, wound_kg) values (1, gen_random_uuid(), now(), now(), 'counted', $2, $3, $1, $4)`,
    [lineId, day, shift, kg],
  )
}
const look = async (time: string, day = '2026-11-20') => {
  plant.clock.set(at(time, day))
  await runJob(plant, 'notices')
}
const rang = async (ruleId: string) =>
  good(await staff.manager.call(notice.endpoints.list, { ruleId, size: 50 })).list.map(({ state, value }) => [
    state,
    value,
  ])

describe('a rule', () => {
  test('rings once however often it is looked at, tells the role alone, and is over when it comes back', async () => {
    const one = await rule({ back: 50 })
    await made(one.lineId!, 420)
    const heard = notices(plant)
    for (const time of ['10:00', '10:01', '10:02']) await look(time)
    expect(await rang(one.id)).toEqual([['ringing', 420]])
    const mine = heard.filter((each) => each.notice === 'ruleRang')
    expect(mine).toHaveLength(1)
    expect(mine[0]!.to).toEqual([staff['prod-lead'].userId])
    expect(mine[0]!.title.zh).toMatch(/420 kg，低于 500/)
    expect(mine[0]!.title.en).toMatch(/420 kg, below 500/)
    // Not far enough back.
    await made(one.lineId!, 530)
    await look('10:05')
    expect(await rang(one.id)).toEqual([['ringing', 420]])
    await made(one.lineId!, 560)
    await look('10:06')
    expect(await rang(one.id)).toEqual([['over', 420]])
  })

  test('waits until it has held long enough, and forgets what did not', async () => {
    const one = await rule({ holdMinutes: 10 })
    await made(one.lineId!, 100)
    await look('10:10')
    await look('10:19')
    expect(await rang(one.id)).toEqual([])
    await made(one.lineId!, 900)
    await look('10:20')
    await made(one.lineId!, 100)
    await look('10:21')
    await look('10:30')
    expect(await rang(one.id)).toEqual([])
    await look('10:31')
    expect(await rang(one.id)).toEqual([['ringing', 100]])
  })

  test('is seen to by a person, from a phone too, and goes further only while nobody does', async () => {
    const [one, two] = [
      await rule({ escalateTo: manager, escalateMinutes: 15 }),
      await rule({ escalateTo: manager, escalateMinutes: 15 }),
    ]
    for (const each of [one, two]) await made(each.lineId!, 1)
    await look('11:00')
    const [row] = good(await staff['prod-lead'].call(notice.endpoints.list, { ruleId: one.id })).list
    plant.clock.set(at('11:05'))
    const [answer] = await sync(
      staff['prod-lead'],
      [
        {
          op: acknowledgeNotice,
          body: { id: row!.id, said: '换网后恢复' },
          baseVersion: row!.version,
          occurredAt: at('11:05'),
        },
      ],
      at('11:05'),
    )
    expect(answer).toMatchObject({ status: 'done' })
    const heard = notices(plant)
    await look('11:14')
    expect(heard).toEqual([])
    await look('11:16')
    expect(heard.map(({ to, title }) => [to, title.zh])).toEqual([
      [[staff.manager.userId], expect.stringContaining('无人响应')],
    ])
    const [seen] = good(await staff.manager.call(notice.endpoints.list, { ruleId: one.id })).list
    expect(seen).toMatchObject({
      state: 'seenTo',
      acknowledgedBy: staff['prod-lead'].userId,
      acknowledgedAt: at('11:05'),
      said: '换网后恢复',
      escalatedAt: null,
    })
  })

  test('calls nobody in quiet hours but for what is critical; after them, who was to be called', async () => {
    const quiet = { quietFrom: 22, quietTo: 6 }
    const [one, critical] = [await rule(quiet), await rule({ ...quiet, severity: 'critical' })]
    for (const each of [one, critical]) await made(each.lineId!, 1, '2026-11-20', 'middle')
    const heard = notices(plant)
    await look('23:00')
    expect(heard.map(({ title }) => title.zh)).toEqual([expect.stringContaining(critical.name)])
    for (const each of [one, critical]) await made(each.lineId!, 1, '2026-11-20', 'night')
    await look('06:01', '2026-11-21')
    expect(heard.map(({ title }) => title.zh)).toHaveLength(2)
    expect(heard[1]!.title.zh).toContain(one.name)
  })

  test('that is switched off is over; without a figure it neither rings nor ends', async () => {
    const one = await rule()
    await made(one.lineId!, 1, '2026-11-21', 'early')
    await look('09:00', '2026-11-21')
    expect(await rang(one.id)).toEqual([['ringing', 1]])
    await plant.query('delete from shift_figure where line_id = $1', [one.lineId])
    await look('09:01', '2026-11-21')
    expect(await rang(one.id)).toEqual([['ringing', 1]])
    good(
      await staff.manager.call(noticeRule.endpoints.update, {
        id: one.id,
        version: one.version,
        active: false,
      } as never),
    )
    await look('09:02', '2026-11-21')
    expect(await rang(one.id)).toEqual([['over', 1]])
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
    await expect(rule(given)).rejects.toThrow(/40[14][23]|6000/)
  })

  test('another kind of robot is not told at the address of the first', async () => {
    const one = await rule({ hookKind: 'wecom', hookUrl: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k' })
    const changed = (version: number, patch: object) =>
      staff.manager.call(noticeRule.endpoints.update, { id: one.id, version, ...patch } as never)
    const refused = await changed(one.version, { hookKind: 'feishu' })
    expect([refused.errno, refused.data]).toMatchObject([
      '4013',
      { issues: [{ path: ['hookUrl'], code: 'otherHost' }] },
    ])
    // Taken away and given another kind: what is stored is judged as soon as it would be used.
    const none = good(await changed(one.version, { hookKind: null }))
    expect((await changed(none.version, { hookKind: 'dingtalk' })).errno).toBe('4013')
    good(await changed(none.version, { hookKind: 'dingtalk', hookUrl: 'https://oapi.dingtalk.com/robot/send' }))
  })

  test('is entered by who may, and its robot is never shown', async () => {
    const one = await rule({ hookKind: 'json', hookUrl: 'https://example.com/hook', hookSecret: 'quiet' })
    const list = await staff.manager.raw('GET', '/plant/notice_rule?size=100')
    expect(JSON.stringify(list)).not.toContain('example.com/hook')
    expect(
      (
        await staff['operator-line'].call(noticeRule.endpoints.update, {
          id: one.id,
          version: 1,
          active: false,
        } as never)
      ).errno,
    ).toBe('401')
    expect((await staff.viewer.call(notice.endpoints.list, {})).errno).toBe('401')
  })
})
