/** Job that evaluates notice rules: raises, sends, escalates and ends notices. */
import type { Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { costsGuarded } from '@/plant/contract/money-readers'
import { figures } from '@/plant/rules/figures'
import { localClock, toMillis } from '@/plant/rules/plant-time'
import { shiftOf } from '@/plant/server/plant'
import { activeInRole } from '@/areas/access/server/queries/people'
import { figuresIn, figuresOver } from '@/areas/figures/server/queries'
import { liveValues } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { sendOutside } from '@/server/outbound/outbound'
import { callPhones } from '@/server/outbound/push'
import { columns, limit, options, sql } from '@/server/sql'
import { notice, noticeWatch } from '../contract/notice'
import { noticeRule } from '../contract/notice-rule'
import { isQuiet, openNotices, verdictOf, type Seen } from '../rules/notice'
import { hookOf } from './hook'

type Rule = Row<typeof noticeRule>
type Notice = Row<typeof notice>
const MOST_RULES = 500

/** Evaluates all active rules: six statements, and those for raised notices. */
export async function lookAtRules(ctx: Context): Promise<void> {
  const rules = await ctx.rows.find(noticeRule, { where: { active: true }, limit: MOST_RULES })
  const open = await ctx.rows.find(notice, { where: { state: [...openNotices] }, limit: MOST_RULES * 2 })
  if (rules.length === 0 && open.length === 0) return
  const seen = await seenOf(ctx, rules)
  const now = ctx.now.getTime()
  for (const rule of rules) {
    const look = seen.get(rule.id)
    if (!look) continue
    const rang = open.find(({ ruleId }) => ruleId === rule.id)
    const verdict = verdictOf(rule, look, { open: rang !== undefined, since: look.since, now })
    if (verdict === 'rings') await ring(ctx, rule, look)
    if (verdict === 'over' && rang) await end(ctx, rang)
    look.since = verdict === 'waits' || verdict === 'rings' ? (look.since ?? now) : null
  }
  const active = new Set(rules.map(({ id }) => id))
  for (const rang of open) if (rang.ruleId === null || !active.has(rang.ruleId)) await end(ctx, rang)
  await remember(ctx, rules, seen)
  await tellWaiting(ctx, rules)
}

interface Look extends Seen {
  since: number | null
  readonly unit: string
}
/** Loads the current value of each rule; metrics of lines and of the plant in one statement for shift and day each. */
async function seenOf(ctx: Context, rules: readonly Rule[]): Promise<Map<string, Look>> {
  const watches = await ctx.query(
    sql`select ${columns(noticeWatch, ['ruleId', 'since', 'value'])} from notice_watch where site_id = ${ctx.site} ${limit(MOST_RULES)}`,
  )
  const before = new Map(watches.map((one) => [one.ruleId, one]))
  const tags = await liveValues(
    ctx,
    rules.flatMap(({ tagId }) => tagId ?? []),
  )
  const { businessDate, shift } = await shiftOf(ctx)
  const wanted = (period: Rule['period']) => rules.some((rule) => rule.watches === 'figure' && rule.period === period)
  const day = { from: businessDate, to: businessDate, by: ['line'] as const }
  const byLine = {
    shift: wanted('shift') ? await figuresIn(ctx, { ...day, shift }) : [],
    day: wanted('day') ? await figuresIn(ctx, day) : [],
  }
  const ofPlant = { from: businessDate, to: businessDate }
  const whole = {
    shift: wanted('shift') ? (await figuresOver(ctx, { ...ofPlant, shift })).values : null,
    day: wanted('day') ? (await figuresOver(ctx, ofPlant)).values : null,
  }
  return new Map(
    rules.map((rule) => {
      const known = before.get(rule.id)
      const kept = { last: known?.value ?? null, since: known?.since ? toMillis(known.since) : null }
      if (rule.watches === 'tag') {
        const tag = tags.find(({ tagId }) => tagId === rule.tagId)
        return [rule.id, { value: tag?.value ?? null, fresh: tag ? !tag.stale : false, unit: tag?.unit ?? '', ...kept }]
      }
      const period = rule.period ?? 'shift'
      const values = rule.lineId ? byLine[period].find(({ key }) => key.line === rule.lineId)?.values : whole[period]
      const value = rule.figure ? (values?.[rule.figure] ?? null) : null
      return [rule.id, { value, fresh: value !== null, unit: rule.figure ? figures[rule.figure].unit : '', ...kept }]
    }),
  )
}
/** Stores the observations for the next check. */
async function remember(ctx: Context, rules: readonly Rule[], seen: ReadonlyMap<string, Look>): Promise<void> {
  const rows = rules.flatMap(({ id }) => {
    const look = seen.get(id)
    return look
      ? [{ id, since: look.since === null ? null : new Date(look.since).toISOString(), value: look.value }]
      : []
  })
  await ctx.query(
    sql`insert into notice_watch (site_id, id, version, created_at, updated_at, rule_id, since, value, looked_at)
      select ${ctx.site}, gen_random_uuid(), 1, ${ctx.now}, ${ctx.now}, r.id, r.since, r.value, ${ctx.now} from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, since timestamptz, value numeric)
      on conflict (site_id, rule_id) do update set since = excluded.since, value = excluded.value, looked_at = excluded.looked_at`,
  )
}

async function ring(ctx: Context, rule: Rule, { value, unit }: Look): Promise<void> {
  const rang = await ctx.rows.insert(notice, {
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
  if (!isQuietNow(ctx, rule)) await call(ctx, rule, rang, rule.roleId)
}
const end = (ctx: Context, { id }: Notice) =>
  ctx.rows.update(notice, id, { state: 'over', overAt: ctx.now.toISOString() })

const isQuietNow = (ctx: Context, { severity, quietFrom, quietTo }: Rule): boolean =>
  severity !== 'critical' && isQuiet(localClock(ctx.now.toISOString(), ctx.timeZone).minute, quietFrom, quietTo)

/** Sends notifications that were held back by quiet hours, and escalates notices that nobody acknowledged. */
async function tellWaiting(ctx: Context, rules: readonly Rule[]): Promise<void> {
  const ringing = await ctx.rows.find(notice, { where: { state: 'ringing' }, limit: MOST_RULES })
  for (const rang of ringing) {
    const rule = rules.find(({ id }) => id === rang.ruleId)
    if (!rule || isQuietNow(ctx, rule)) continue
    if (rang.toldAt === null) await call(ctx, rule, rang, rule.roleId)
    const since = toMillis(rang.toldAt ?? ctx.now.toISOString())
    const due = rule.escalateTo && rule.escalateMinutes && ctx.now.getTime() - since >= rule.escalateMinutes * 60_000
    if (due && rang.escalatedAt === null) await call(ctx, rule, rang, rule.escalateTo!, true)
  }
}
/** Anybody may read a push text, so cost values are shown only in the app. */
const tellsCosts = ({ figure }: Notice): boolean => costsGuarded.options.some((name) => name === figure)
/** Notifies the people of a role by push and on screen, and calls the webhook of the rule if it has one. */
async function call(ctx: Context, rule: Rule, rang: Notice, roleId: string, further = false): Promise<void> {
  const people = await activeInRole(ctx, roleId)
  const { words } = (ctx as KitContext).app
  const text = (language: Language): string =>
    words.t(language)(`notices:rang.${further ? 'further' : tellsCosts(rang) ? 'unsaid' : rang.condition}`, {
      name: (language === 'en' ? rang.nameEn : null) ?? rang.name,
      value: rang.value ?? '–',
      limit: rang.limit ?? '–',
      unit: rang.unit ?? '',
    })
  if (people.length > 0) {
    ctx.notify({ notice: 'ruleRang', id: rang.id, title: text, keys: ['noticesView'], to: people })
    const key = `notice:${rang.id}:${further ? 2 : 1}`
    await callPhones(ctx, {
      people,
      title: text,
      path: `/overview/notices?id=${rang.id}`,
      key,
      urgent: rule.severity === 'critical',
    })
  }
  const { kind, url, secret } = await hookOf(ctx, rule.id)
  const to = kind && url ? { kind, url, secret } : null
  if (to)
    await sendOutside(ctx, {
      to,
      text: text(rule.hookLanguage ?? 'zh'),
      key: `notice:${rang.id}:${further ? 2 : 1}`,
    })
  const at = ctx.now.toISOString()
  await ctx.rows.update(notice, rang.id, {
    ...(further ? { escalatedAt: at } : { toldAt: at }),
    ...(to ? { sentOutside: true } : {}),
  })
}
export const openStates = options(notice.fields.state, ...openNotices)
