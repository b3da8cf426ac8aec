/** Notice rules, and notices of the last weeks with acknowledgement and remark. */
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { notice } from '@/areas/notices/contract/notice'
import { noticeRule } from '@/areas/notices/contract/notice-rule'
import { metrics } from '@/plant/rules/metrics'
import { DAY_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import type { BulkStore } from './bulk'
import noticeRules from './data/notice-rules.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { loadPricedLines } from './prices'
import { Dice } from './random'
import { readRecords } from './read-data'
import { toBilingualText } from './bilingual-text'

type NoticeRuleRow = RowDraft<typeof noticeRule>
/** Rules for the plant or its first spunbond line. Their limits are exceeded now and then. */
const ruleSpecs = readRecords(
  noticeRules,
  z.strictObject({
    name: z.string(),
    nameEn: z.string(),
    figure: z.enum(shiftMetricNames),
    condition: z.enum(['above', 'below']),
    limit: z.number(),
    period: z.enum(noticeRule.fields.period.options),
    severity: z.enum(noticeRule.fields.severity.options),
  }),
)
const NOTICE_COUNT = 14
/** Rounds up a number of stops, and rounds other metrics to two decimals. */
const roundMetric = (figure: (typeof shiftMetricNames)[number], value: number): number =>
  figure === 'stops' ? Math.ceil(value) : Math.round(value * 100) / 100

/** Stores rules and notices. Lines, roles and people must be stored already. */
export async function storeNotices(
  client: PoolClient,
  site: number,
  store: BulkStore,
  era: DemoEra,
  roleIds: ReadonlyMap<string, string>,
): Promise<void> {
  const dice = new Dice('plant/notices')
  const [leadRoleId, managerRoleId] = [roleIds.get('PROD-LEAD'), roleIds.get('MANAGER')]
  if (!leadRoleId || !managerRoleId) return
  const spunbondLine = (await loadPricedLines(client, site)).find(({ kind }) => kind === 'spunbond')
  const { rows: leads } = await client.query<{ id: string }>(
    'select id from app_user where site_id = $1 and role_id = $2 order by id limit 1',
    [site, leadRoleId],
  )
  const createdMs = era.from + DAY_MS
  const rules = ruleSpecs.map(({ name, nameEn, figure, condition, limit, period, severity }, i): NoticeRuleRow => ({
    id: dice.id(createdMs + i),
    name,
    nameEn,
    active: true,
    severity,
    watches: 'figure',
    figure,
    // Rules named after the spunbond line (纺粘) watch that line, others the whole plant.
    lineId: name.includes('纺粘') ? (spunbondLine?.id ?? null) : null,
    period,
    condition,
    limit,
    holdMinutes: 30,
    roleId: leadRoleId,
    escalateTo: managerRoleId,
    escalateMinutes: 60,
    quietFrom: 22,
    quietTo: 6,
    hookLanguage: era.language,
    ...buildAuditFields(createdMs, null),
  }))
  await store.add(toBatch(noticeRule, rules))
  const noticeRows = Array.from({ length: NOTICE_COUNT }, (_, n): RowDraft<typeof notice> => {
    const i = n % ruleSpecs.length
    const rule = rules[i]!
    const beganMs = era.now - (n + 1) * 2 * DAY_MS + dice.int(0, 12 * 60) * MINUTE_MS
    const acknowledgedMs = beganMs + dice.int(3, 40) * MINUTE_MS
    const endedMs = acknowledgedMs + dice.int(20, 240) * MINUTE_MS
    const { figure, condition, limit } = ruleSpecs[i]!
    const factor = dice.between(1.05, 1.3)
    const value = roundMetric(figure, condition === 'above' ? limit * factor : limit / factor)
    const minutes = Math.round((endedMs - acknowledgedMs) / MINUTE_MS)
    const unit = metrics[figure].unit
    const valueText = `${value}${unit ? ` ${unit}` : ''}`
    return {
      id: dice.id(beganMs),
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
      beganAt: toMoment(beganMs),
      roleId: leadRoleId,
      toldAt: toMoment(beganMs),
      acknowledgedBy: leads[0]?.id ?? null,
      acknowledgedAt: toMoment(acknowledgedMs),
      said: era.localize(
        toBilingualText(
          `${valueText}（限值 ${limit}），已到现场查看，${minutes} 分钟后恢复`,
          `${valueText} (limit ${limit}): looked at on the spot, back after ${minutes} min`,
        ),
      ),
      overAt: toMoment(endedMs),
      ...buildAuditFields(beganMs, null, endedMs),
    }
  })
  await store.add(toBatch(notice, noticeRows.reverse()))
}
