/** Notice rules, and notices of the last weeks with acknowledgement and remark. */
import type { PoolClient } from 'pg'
import { notice } from '@/areas/notices/contract/notice'
import { noticeRule } from '@/areas/notices/contract/notice-rule'
import { metrics } from '@/plant/rules/metrics'
import { DAY_MS, HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import { batch, stamps, type Draft } from './draft'
import type { Era } from './era'
import { linesOf } from './prices'
import { Dice } from './random'
import { both } from './said'

type Rule = Draft<typeof noticeRule>
/** Rules for the plant or its first spunbond line. Their limits are exceeded now and then. */
const watched = [
  ['废品率偏高', 'High waste rate', 'wastePercent', 'above', 6, 'day', 'warning'],
  ['纺粘线 OEE 偏低', 'Low OEE of the spunbond line', 'oeePercent', 'below', 55, 'shift', 'warning'],
  ['单位电耗偏高', 'High electricity per kg', 'kwhPerKg', 'above', 1.9, 'day', 'info'],
  ['停机次数偏多', 'Many stops in a shift', 'stops', 'above', 6, 'shift', 'critical'],
] as const
const MINUTE = HOUR_MS / 60
/** Stops are whole numbers, other metrics have two decimals. */
const valueOff = (figure: (typeof watched)[number][2], value: number): number =>
  figure === 'stops' ? Math.ceil(value) : Math.round(value * 100) / 100

/** Stores rules and notices. Lines, roles and people must be stored already. */
export async function storeNotices(
  client: PoolClient,
  site: number,
  store: BulkStore,
  era: Era,
  roleIds: ReadonlyMap<string, string>,
): Promise<void> {
  const dice = new Dice('plant/notices')
  const [lead, manager] = [roleIds.get('PROD-LEAD'), roleIds.get('MANAGER')]
  if (!lead || !manager) return
  const spunbond = (await linesOf(client, site)).find(({ kind }) => kind === 'spunbond')
  const { rows: people } = await client.query<{ id: string }>(
    'select id from app_user where site_id = $1 and role_id = $2 order by id limit 1',
    [site, lead],
  )
  const madeAt = era.from + DAY_MS
  const rules = watched.map(([name, nameEn, figure, condition, limit, period, severity], i): Rule => ({
    id: dice.id(madeAt + i),
    name,
    nameEn,
    active: true,
    severity,
    watches: 'figure',
    figure,
    lineId: name.includes('纺粘') ? (spunbond?.id ?? null) : null,
    period,
    condition,
    limit,
    holdMinutes: 30,
    roleId: lead,
    escalateTo: manager,
    escalateMinutes: 60,
    quietFrom: 22,
    quietTo: 6,
    hookLanguage: era.language,
    ...stamps(madeAt, null),
  }))
  await store.add(batch(noticeRule, rules))
  const rang = Array.from({ length: 14 }, (_, n): Draft<typeof notice> => {
    const i = n % watched.length
    const rule = rules[i]!
    const beganAt = era.now - (n + 1) * 2 * DAY_MS + dice.int(0, 12 * 60) * MINUTE
    const seenAt = beganAt + dice.int(3, 40) * MINUTE
    const overAt = seenAt + dice.int(20, 240) * MINUTE
    const [, , figure, condition, limit] = watched[i]!
    const off = dice.between(1.05, 1.3)
    const value = valueOff(figure, condition === 'above' ? limit * off : limit / off)
    const minutes = Math.round((overAt - seenAt) / MINUTE)
    const unit = metrics[figure].unit
    const shown = `${value}${unit ? ` ${unit}` : ''}`
    return {
      id: dice.id(beganAt),
      state: 'over',
      severity: rule.severity!,
      ruleId: rule.id,
      name: rule.name!,
      nameEn: rule.nameEn ?? null,
      lineId: rule.lineId ?? null,
      figure,
      condition,
      value,
      limit,
      unit,
      beganAt: toMoment(beganAt),
      roleId: lead,
      toldAt: toMoment(beganAt),
      acknowledgedBy: people[0]?.id ?? null,
      acknowledgedAt: toMoment(seenAt),
      said: era.say(
        both(
          `${shown}（限值 ${limit}），已到现场查看，${minutes} 分钟后恢复`,
          `${shown} (limit ${limit}): looked at on the spot, back after ${minutes} min`,
        ),
      ),
      overAt: toMoment(overAt),
      ...stamps(beganAt, null, overAt),
    }
  })
  await store.add(batch(notice, rang.reverse()))
}
