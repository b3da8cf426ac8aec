/** Job that evaluates notice rules: raises, sends, escalates and ends notices. */
import type { Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { guardedCostMetrics } from '@/plant/contract/cost-permissions'
import { metrics } from '@/plant/rules/metrics'
import { toLocalTime, toMillis } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import { listActivePeopleInRole } from '@/areas/access/server/queries/people'
import { loadMetrics, loadTotalMetrics } from '@/areas/figures/server/queries'
import { loadLiveValues } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { enqueueMessage } from '@/server/outbound/outbound-messages'
import { notifyPhones } from '@/server/outbound/push'
import { columns, limit, options, sql } from '@/server/sql'
import { notice, noticeWatch } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import { isQuietHour, openNoticeStates, judgeNotice, type ObservedValue } from '../rules/notice'
import { loadRuleHook } from './rule-hook'

type NoticeRuleRow = Row<typeof noticeRule>
type NoticeRow = Row<typeof notice>
const MAX_RULES = 500

/** Evaluates all active rules: six statements, and those for raised notices. */
export async function evaluateNoticeRules(ctx: Context): Promise<void> {
  const rules = await ctx.rows.find(noticeRule, { where: { active: true }, limit: MAX_RULES })
  const open = await ctx.rows.find(notice, { where: { state: [...openNoticeStates] }, limit: MAX_RULES * 2 })
  if (rules.length === 0 && open.length === 0) return
  const observations = await loadObservations(ctx, rules)
  const now = ctx.now.getTime()
  for (const rule of rules) {
    const observation = observations.get(rule.id)
    if (!observation) continue
    const openNotice = open.find(({ ruleId }) => ruleId === rule.id)
    const verdict = judgeNotice(rule, observation, { isOpen: openNotice !== undefined, since: observation.since, now })
    if (verdict === 'rings') await raiseNotice(ctx, rule, observation)
    if (verdict === 'over' && openNotice) await endNotice(ctx, openNotice)
    observation.since = verdict === 'waits' || verdict === 'rings' ? (observation.since ?? now) : null
  }
  const active = new Set(rules.map(({ id }) => id))
  for (const openNotice of open)
    if (openNotice.ruleId === null || !active.has(openNotice.ruleId)) await endNotice(ctx, openNotice)
  await storeObservations(ctx, rules, observations)
  await notifyPending(ctx, rules)
}

interface RuleObservation extends ObservedValue {
  since: number | null
  readonly unit: string
}
/** Loads the current value of each rule; metrics of lines and of the plant in one statement for shift and day each. */
async function loadObservations(ctx: Context, rules: readonly NoticeRuleRow[]): Promise<Map<string, RuleObservation>> {
  const watches = await ctx.query(
    sql`select ${columns(noticeWatch, ['ruleId', 'since', 'value'])} from notice_watch where site_id = ${ctx.site} ${limit(MAX_RULES)}`,
  )
  const watchesByRule = new Map(watches.map((one) => [one.ruleId, one]))
  const tags = await loadLiveValues(
    ctx,
    rules.flatMap(({ tagId }) => tagId ?? []),
  )
  const { businessDate, shift } = await resolveShift(ctx)
  const isPeriodWatched = (period: NoticeRuleRow['period']) =>
    rules.some((rule) => rule.watches === 'figure' && rule.period === period)
  const day = { from: businessDate, to: businessDate, by: ['line'] as const }
  const metricsByLine = {
    shift: isPeriodWatched('shift') ? await loadMetrics(ctx, { ...day, shift }) : [],
    day: isPeriodWatched('day') ? await loadMetrics(ctx, day) : [],
  }
  const plantOptions = { from: businessDate, to: businessDate }
  const metricsOfPlant = {
    shift: isPeriodWatched('shift') ? (await loadTotalMetrics(ctx, { ...plantOptions, shift })).values : null,
    day: isPeriodWatched('day') ? (await loadTotalMetrics(ctx, plantOptions)).values : null,
  }
  return new Map(
    rules.map((rule) => {
      const watch = watchesByRule.get(rule.id)
      const previous = { last: watch?.value ?? null, since: watch?.since ? toMillis(watch.since) : null }
      if (rule.watches === 'tag') {
        const tag = tags.find(({ tagId }) => tagId === rule.tagId)
        return [
          rule.id,
          { value: tag?.value ?? null, fresh: tag ? !tag.stale : false, unit: tag?.unit ?? '', ...previous },
        ]
      }
      const period = rule.period ?? 'shift'
      const values = rule.lineId
        ? metricsByLine[period].find(({ key }) => key.line === rule.lineId)?.values
        : metricsOfPlant[period]
      const value = rule.figure ? (values?.[rule.figure] ?? null) : null
      return [
        rule.id,
        { value, fresh: value !== null, unit: rule.figure ? metrics[rule.figure].unit : '', ...previous },
      ]
    }),
  )
}
/** Stores the observations for the next check. */
async function storeObservations(
  ctx: Context,
  rules: readonly NoticeRuleRow[],
  observations: ReadonlyMap<string, RuleObservation>,
): Promise<void> {
  const rows = rules.flatMap(({ id }) => {
    const observation = observations.get(id)
    return observation
      ? [
          {
            id,
            since: observation.since === null ? null : new Date(observation.since).toISOString(),
            value: observation.value,
          },
        ]
      : []
  })
  await ctx.query(
    sql`insert into notice_watch (site_id, id, version, created_at, updated_at, rule_id, since, value, looked_at)
      select ${ctx.site}, gen_random_uuid(), 1, ${ctx.now}, ${ctx.now}, r.id, r.since, r.value, ${ctx.now} from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, since timestamptz, value numeric)
      on conflict (site_id, rule_id) do update set since = excluded.since, value = excluded.value, looked_at = excluded.looked_at`,
  )
}

async function raiseNotice(ctx: Context, rule: NoticeRuleRow, { value, unit }: RuleObservation): Promise<void> {
  const noticeRow = await ctx.rows.insert(notice, {
    state: 'ringing',
    severity: rule.severity,
    ruleId: rule.id,
    name: rule.name,
    nameEn: rule.nameEn,
    lineId: rule.lineId,
    tagId: rule.tagId,
    figure: rule.watches === 'figure' ? rule.figure : null,
    condition: rule.condition,
    value: value === null ? null : Math.round(value * 10_000) / 10_000,
    limit: rule.limit,
    unit,
    beganAt: ctx.now.toISOString(),
    roleId: rule.roleId,
  })
  if (!isQuietNow(ctx, rule)) await notifyRole(ctx, rule, noticeRow, rule.roleId)
}
const endNotice = (ctx: Context, { id }: NoticeRow) =>
  ctx.rows.update(notice, id, { state: 'over', overAt: ctx.now.toISOString() })

const isQuietNow = (ctx: Context, { severity, quietFrom, quietTo }: NoticeRuleRow): boolean =>
  severity !== 'critical' && isQuietHour(toLocalTime(ctx.now.toISOString(), ctx.timeZone).minute, quietFrom, quietTo)

/** Sends notifications that were held back by quiet hours, and escalates notices that nobody acknowledged. */
async function notifyPending(ctx: Context, rules: readonly NoticeRuleRow[]): Promise<void> {
  const ringing = await ctx.rows.find(notice, { where: { state: 'ringing' }, limit: MAX_RULES })
  for (const noticeRow of ringing) {
    const rule = rules.find(({ id }) => id === noticeRow.ruleId)
    if (!rule || isQuietNow(ctx, rule)) continue
    if (noticeRow.toldAt === null) await notifyRole(ctx, rule, noticeRow, rule.roleId)
    const since = toMillis(noticeRow.toldAt ?? ctx.now.toISOString())
    const isEscalationDue =
      rule.escalateTo && rule.escalateMinutes && ctx.now.getTime() - since >= rule.escalateMinutes * 60_000
    if (isEscalationDue && noticeRow.escalatedAt === null)
      await notifyRole(ctx, rule, noticeRow, rule.escalateTo!, true)
  }
}
/** Anybody may read a push text, so cost values are shown only in the app. */
const revealsCosts = ({ figure }: NoticeRow): boolean => guardedCostMetrics.options.some((name) => name === figure)
/** Notifies the people of a role by push and on screen, and calls the webhook of the rule if it has one. */
async function notifyRole(
  ctx: Context,
  rule: NoticeRuleRow,
  noticeRow: NoticeRow,
  roleId: string,
  isEscalation = false,
): Promise<void> {
  const people = await listActivePeopleInRole(ctx, roleId)
  const { words } = (ctx as KitContext).app
  const text = (language: Language): string =>
    words.t(language)(
      `notices:rang.${isEscalation ? 'further' : revealsCosts(noticeRow) ? 'unsaid' : noticeRow.condition}`,
      {
        name: (language === 'en' ? noticeRow.nameEn : null) ?? noticeRow.name,
        value: noticeRow.value ?? '–',
        limit: noticeRow.limit ?? '–',
        unit: noticeRow.unit ?? '',
      },
    )
  if (people.length > 0) {
    ctx.notify({ notice: 'ruleRang', id: noticeRow.id, title: text, keys: ['noticesView'], to: people })
    const key = `notice:${noticeRow.id}:${isEscalation ? 2 : 1}`
    await notifyPhones(ctx, {
      people,
      title: text,
      path: `/overview/notices?id=${noticeRow.id}`,
      key,
      urgent: rule.severity === 'critical',
    })
  }
  const { kind, url, secret } = await loadRuleHook(ctx, rule.id)
  const to = kind && url ? { kind, url, secret } : null
  if (to)
    await enqueueMessage(ctx, {
      to,
      text: text(rule.hookLanguage ?? 'zh'),
      key: `notice:${noticeRow.id}:${isEscalation ? 2 : 1}`,
    })
  const notifiedAt = ctx.now.toISOString()
  await ctx.rows.update(notice, noticeRow.id, {
    ...(isEscalation ? { escalatedAt: notifiedAt } : { toldAt: notifiedAt }),
    ...(to ? { sentOutside: true } : {}),
  })
}
export const openNoticeStatesSql = options(notice.fields.state, ...openNoticeStates)
