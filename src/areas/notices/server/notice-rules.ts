/** Handlers that create and update notice rules. */
import { errno, refuse, refuseInput, Refusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { isRestrictedRow } from '@/contract/field-visibility'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import type { Context } from '@/server/context'
import { assertHookAllowed } from '@/server/outbound/outbound-messages'
import { noticeRule } from '../contract/notice-rule'
import type { AppContext } from '@/server/crud/operations'
import { openSealedField } from '@/server/seals'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

type NoticeRuleRow = Row<typeof noticeRule>
/** Creates a notice rule. POST /plant/notice_rule */
export const createNoticeRule = handle(noticeRule.endpoints.create, async (ctx, input) => {
  assertRuleComplete(input as Partial<NoticeRuleRow>)
  assertWebhookAllowed(ctx, input.hookUrl, input.hookKind)
  return ctx.rows.insert(noticeRule, input as Partial<NoticeRuleRow>)
})
/** Updates a notice rule. PUT /plant/notice_rule */
export const updateNoticeRule = handle(noticeRule.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(noticeRule, id)
  const rule = { ...row, ...(patch as Partial<NoticeRuleRow>) }
  assertMetricVisible(ctx, row)
  assertRuleComplete(rule)
  // If the kind changes but the URL does not, the stored URL has to be valid for the new kind.
  const storedUrl =
    patch.hookUrl === undefined && rule.hookKind !== row.hookKind ? (await loadRuleWebhook(ctx, id)).url : null
  assertWebhookAllowed(ctx, patch.hookUrl ?? storedUrl, rule.hookKind)
  return ctx.rows.update(noticeRule, id, patch as Partial<NoticeRuleRow>, { version })
})
/** Refuses changes by a person who may not see the watched metric. @throws 401 */
function assertMetricVisible(ctx: Context, row: NoticeRuleRow): void {
  if (isRestrictedRow(noticeRule.fields, row, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: COST_METRIC_PERMISSIONS.join(', ') },
    })
}
function assertWebhookAllowed(
  ctx: Context,
  url: string | null | undefined,
  kind: NoticeRuleRow['hookKind'] | undefined,
): void {
  if (url) assertHookAllowed(ctx, { url, ...(kind ? { kind } : {}) }, 'hookUrl')
}
function assertRuleComplete(rule: Partial<NoticeRuleRow>): void {
  const refuseMissing = (path: string) => refuseInput([{ path: [path], code: 'missing' }])
  if (rule.watches === 'figure' && !rule.figure) throw refuseMissing('figure')
  if (rule.watches === 'tag' && !rule.tagId) throw refuseMissing('tagId')
  if (rule.condition !== 'noData' && (rule.limit === null || rule.limit === undefined)) throw refuseMissing('limit')
  if (rule.condition === 'noData' && rule.watches !== 'tag') throw refuse('notices:refusals.rule.noDataOfFigure')
  if (rule.escalateTo && !rule.escalateMinutes) throw refuseMissing('escalateMinutes')
  const from = rule.quietFrom ?? null
  const to = rule.quietTo ?? null
  if ((from === null) !== (to === null)) throw refuseMissing(from === null ? 'quietFrom' : 'quietTo')
}

type WebhookKind = Row<typeof noticeRule>['hookKind']
/** Loads the webhook of a rule with its secret, which resource rows never contain. */
export async function loadRuleWebhook(
  ctx: Context,
  ruleId: string,
): Promise<{ kind: WebhookKind; url: string | null; secret: string | null }> {
  const [webhookRow] = await ctx.query(
    sql<{
      kind: WebhookKind
      url: string | null
      secret: string | null
    }>`select hook_kind as kind, hook_url as url, hook_secret as secret from notice_rule where site_id = ${ctx.site} and id = ${ruleId}`,
  )
  const { app } = ctx as AppContext
  return {
    kind: webhookRow?.kind ?? null,
    url: openSealedField(app, noticeRule, 'hookUrl', webhookRow?.url ?? null),
    secret: openSealedField(app, noticeRule, 'hookSecret', webhookRow?.secret ?? null),
  }
}
