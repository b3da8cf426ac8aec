/** Job that evaluates notice rules: raises, sends, escalates and ends notices. */
import type { Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { metrics } from '@/plant/rules/metrics'
import { toLocalTime, toMillis } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import { listStoppedLines } from '@/plant/server/queries/stopped-lines'
import { listActivePeopleInRole } from '@/areas/access/server/queries/people'
import { loadMetrics, loadTotalMetrics } from '@/areas/figures/server/queries'
import { listLateOrders } from '@/areas/orders/server/queries/late-orders'
import { loadLiveValues } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import type { AppContext } from '@/server/crud/operations'
import { enqueueMessage } from '@/server/outbound/outbound-messages'
import { notifyPhones } from '@/server/outbound/push'
import { columns, limit, options, sql } from '@/server/sql'
import { notice, noticeWatch } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import {
  isInQuietHours,
  noticeConditions,
  openNoticeStates,
  judgeNotice,
  subjectUnits,
  type Observation,
} from '../rules/notice'
import { loadRuleWebhook } from './notice-rules'

type NoticeRuleRow = Row<typeof noticeRule>
type NoticeRow = Row<typeof notice>
const MAX_RULES = 500

/**
 * Evaluates all active rules. Runs six SQL statements, a few more if stops or orders are watched, and a few for each
 * raised notice.
 */
export async function evaluateNoticeRules(ctx: Context): Promise<void> {
  const rules = await ctx.rows.find(noticeRule, { where: { active: true }, limit: MAX_RULES })
  const openNotices = await ctx.rows.find(notice, {
    // Notices without a rule belong to `createSystemNotices`.
    where: { state: [...openNoticeStates], condition: [...noticeConditions] },
    // Twice the maximum, because notices of inactive or removed rules may still be open.
    limit: MAX_RULES * 2,
  })
  if (rules.length === 0 && openNotices.length === 0) return
  const observations = await loadObservations(ctx, rules)
  const now = ctx.now.getTime()
  for (const rule of rules) {
    const observation = observations.get(rule.id)
    if (!observation) continue
    const openNotice = openNotices.find(({ ruleId }) => ruleId === rule.id)
    const verdict = judgeNotice(rule, observation, { isOpen: openNotice !== undefined, since: observation.since, now })
    if (verdict === 'rings') await raiseNotice(ctx, rule, observation)
    if (verdict === 'over' && openNotice) await endNotice(ctx, openNotice)
    observation.since = verdict === 'waits' || verdict === 'rings' ? (observation.since ?? now) : null
  }
  const activeRuleIds = new Set(rules.map(({ id }) => id))
  for (const openNotice of openNotices)
    if (openNotice.ruleId === null || !activeRuleIds.has(openNotice.ruleId)) await endNotice(ctx, openNotice)
  await storeObservations(ctx, rules, observations)
  await notifyAndEscalate(ctx, rules)
}

/** `since`: when the condition of the rule was first met, ms since 1970; null while it is not met. */
interface RuleObservation extends Observation {
  since: number | null
  readonly unit: string
  /** The line to which the value belongs, if the rule watches all lines. */
  readonly lineId?: string | null
}
/** Loads the current value that each rule watches. Metrics of all lines and of the plant are loaded once per period. */
async function loadObservations(ctx: Context, rules: readonly NoticeRuleRow[]): Promise<Map<string, RuleObservation>> {
  const watchRows = await ctx.query(
    sql`select ${columns(noticeWatch, ['ruleId', 'since', 'value'])} from notice_watch where site_id = ${ctx.site} ${limit(MAX_RULES)}`,
  )
  const watchByRule = new Map(watchRows.map((watchRow) => [watchRow.ruleId, watchRow]))
  const liveTagValues = await loadLiveValues(
    ctx,
    rules.flatMap(({ tagId }) => tagId ?? []),
  )
  const { businessDate, shift } = await resolveShift(ctx)
  const isPeriodWatched = (period: NoticeRuleRow['period']) =>
    rules.some((rule) => rule.watches === 'figure' && rule.period === period)
  const lineQuery = { from: businessDate, to: businessDate, by: ['line'] as const }
  const metricsByLine = {
    shift: isPeriodWatched('shift') ? await loadMetrics(ctx, { ...lineQuery, shift }) : [],
    day: isPeriodWatched('day') ? await loadMetrics(ctx, lineQuery) : [],
  }
  const plantQuery = { from: businessDate, to: businessDate }
  const plantMetrics = {
    shift: isPeriodWatched('shift') ? (await loadTotalMetrics(ctx, { ...plantQuery, shift })).values : null,
    day: isPeriodWatched('day') ? (await loadTotalMetrics(ctx, plantQuery)).values : null,
  }
  const isWatched = (subject: NoticeRuleRow['watches']) => rules.some(({ watches }) => watches === subject)
  const unexplainedStops = isWatched('unexplainedStop')
    ? (await listStoppedLines(ctx)).filter(({ reason }) => reason === null)
    : []
  const lateOrderCount = isWatched('lateOrders') ? (await listLateOrders(ctx)).length : 0
  return new Map(
    rules.map((rule): [string, RuleObservation] => {
      const watch = watchByRule.get(rule.id)
      const previousCheck = { previousValue: watch?.value ?? null, since: watch?.since ? toMillis(watch.since) : null }
      if (rule.watches === 'tag') {
        const tag = liveTagValues.find(({ tagId }) => tagId === rule.tagId)
        return [
          rule.id,
          { value: tag?.value ?? null, isCurrent: tag ? !tag.stale : false, unit: tag?.unit ?? '', ...previousCheck },
        ]
      }
      if (rule.watches === 'unexplainedStop') {
        const [longestStop] = unexplainedStops
          .filter(({ lineId }) => !rule.lineId || lineId === rule.lineId)
          .toSorted((a, b) => toMillis(a.startsAt) - toMillis(b.startsAt))
        const minutes = longestStop ? Math.floor((ctx.now.getTime() - toMillis(longestStop.startsAt)) / 60_000) : 0
        return [
          rule.id,
          {
            value: minutes,
            isCurrent: true,
            unit: subjectUnits.unexplainedStop ?? '',
            lineId: longestStop?.lineId ?? null,
            ...previousCheck,
          },
        ]
      }
      if (rule.watches === 'lateOrders')
        return [rule.id, { value: lateOrderCount, isCurrent: true, unit: '', ...previousCheck }]
      const period = rule.period ?? 'shift'
      const values = rule.lineId
        ? metricsByLine[period].find(({ key }) => key.line === rule.lineId)?.values
        : plantMetrics[period]
      const value = rule.figure ? (values?.[rule.figure] ?? null) : null
      return [
        rule.id,
        { value, isCurrent: value !== null, unit: rule.figure ? metrics[rule.figure].unit : '', ...previousCheck },
      ]
    }),
  )
}
/** Stores the observations, so that the next check can compare its values with them. */
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

async function raiseNotice(ctx: Context, rule: NoticeRuleRow, { value, unit, lineId }: RuleObservation): Promise<void> {
  const noticeRow = await ctx.rows.insert(notice, {
    state: 'ringing',
    severity: rule.severity,
    ruleId: rule.id,
    name: rule.name,
    nameEn: rule.nameEn,
    lineId: rule.lineId ?? lineId ?? null,
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
  severity !== 'critical' && isInQuietHours(toLocalTime(ctx.now.toISOString(), ctx.timeZone).minute, quietFrom, quietTo)

/** Sends notifications that quiet hours held back, and escalates notices that nobody acknowledged. */
async function notifyAndEscalate(ctx: Context, rules: readonly NoticeRuleRow[]): Promise<void> {
  const ringingNotices = await ctx.rows.find(notice, { where: { state: 'ringing' }, limit: MAX_RULES })
  for (const noticeRow of ringingNotices) {
    const rule = rules.find(({ id }) => id === noticeRow.ruleId)
    if (!rule || isQuietNow(ctx, rule)) continue
    if (noticeRow.toldAt === null) await notifyRole(ctx, rule, noticeRow, rule.roleId)
    const notifiedAtMs = toMillis(noticeRow.toldAt ?? ctx.now.toISOString())
    const isEscalationDue =
      rule.escalateTo && rule.escalateMinutes && ctx.now.getTime() - notifiedAtMs >= rule.escalateMinutes * 60_000
    if (isEscalationDue && noticeRow.escalatedAt === null)
      await notifyRole(ctx, rule, noticeRow, rule.escalateTo!, true)
  }
}
/**
 * True if the text of a notice would reveal costs. Anybody near a phone can read a push text, so cost values are shown
 * only in the app.
 */
const revealsCosts = ({ figure }: NoticeRow): boolean => restrictedCostMetrics.options.some((name) => name === figure)
/** Notifies the people of a role by push and on screen, and calls the webhook of the rule if it has one. */
async function notifyRole(
  ctx: Context,
  rule: NoticeRuleRow,
  noticeRow: NoticeRow,
  roleId: string,
  isEscalation = false,
): Promise<void> {
  const personIds = await listActivePeopleInRole(ctx, roleId)
  const { translations } = (ctx as AppContext).app
  const alarmTextKey = revealsCosts(noticeRow) ? 'unsaid' : noticeRow.condition
  const lineName =
    rule.lineId === null && noticeRow.lineId
      ? (await loadNames(ctx, 'line', [noticeRow.lineId]))[noticeRow.lineId]
      : null
  const messageKey = `notice:${noticeRow.id}:${isEscalation ? 2 : 1}`
  const getText = (language: Language): string =>
    translations.t(language)(`notices:rang.${isEscalation ? 'further' : alarmTextKey}`, {
      name: [(language === 'en' ? noticeRow.nameEn : null) ?? noticeRow.name, lineName].filter(Boolean).join(' · '),
      value: [noticeRow.value ?? '–', noticeRow.unit].filter((part) => part !== null && part !== '').join(' '),
      limit: noticeRow.limit ?? '–',
    })
  if (personIds.length > 0) {
    ctx.notify({ notice: 'ruleRang', id: noticeRow.id, title: getText, keys: ['noticesView'], to: personIds })
    await notifyPhones(ctx, {
      people: personIds,
      title: getText,
      path: `/overview/notices?id=${noticeRow.id}`,
      key: messageKey,
      urgent: rule.severity === 'critical',
    })
  }
  const { kind, url, secret } = await loadRuleWebhook(ctx, rule.id)
  const webhook = kind && url ? { kind, url, secret } : null
  if (webhook)
    await enqueueMessage(ctx, {
      receiver: webhook,
      text: getText(rule.hookLanguage ?? 'zh'),
      key: messageKey,
    })
  const notifiedAt = ctx.now.toISOString()
  await ctx.rows.update(notice, noticeRow.id, {
    ...(isEscalation ? { escalatedAt: notifiedAt } : { toldAt: notifiedAt }),
    ...(webhook ? { sentOutside: true } : {}),
  })
}
export const openNoticeStatesSql = options(notice.fields.state, ...openNoticeStates)
