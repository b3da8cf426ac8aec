/** Handlers that create and update notice rules. */
import { errno, refuse, refuseInput, Refusal } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { isRestrictedRow } from '@/contract/field-visibility'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import type { Context } from '@/server/context'
import { assertHookAllowed } from '@/server/outbound/outbound-messages'
import { noticeRule } from '../contract/notice-rule'
import { loadRuleHook } from './rule-hook'

type NoticeRuleRow = Row<typeof noticeRule>
/** Creates a notice rule. POST /plant/notice_rule */
export async function createNoticeRule(ctx: Context, input: CreateInput<typeof noticeRule>): Promise<NoticeRuleRow> {
  assertRuleComplete(input as Partial<NoticeRuleRow>)
  assertHookValid(ctx, input.hookUrl, input.hookKind)
  return ctx.rows.insert(noticeRule, input as Partial<NoticeRuleRow>)
}
/** Updates a notice rule. PUT /plant/notice_rule */
export async function updateNoticeRule(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof noticeRule>,
): Promise<NoticeRuleRow> {
  const row = await ctx.rows.lock(noticeRule, id)
  const rule = { ...row, ...(patch as Partial<NoticeRuleRow>) }
  assertMetricVisible(ctx, row)
  assertRuleComplete(rule)
  // If the kind changes but the URL does not, the stored URL has to be valid for the new kind.
  const storedUrl =
    patch.hookUrl === undefined && rule.hookKind !== row.hookKind ? (await loadRuleHook(ctx, id)).url : null
  assertHookValid(ctx, patch.hookUrl ?? storedUrl, rule.hookKind)
  return ctx.rows.update(noticeRule, id, patch as Partial<NoticeRuleRow>, { version })
}
/** Refuses changes by a person who may not see the watched metric. @throws 401 */
function assertMetricVisible(ctx: Context, row: NoticeRuleRow): void {
  if (isRestrictedRow(noticeRule.fields, row, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: COST_METRIC_PERMISSIONS.join(', ') },
    })
}
function assertHookValid(
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
  if (rule.condition === 'noData' && rule.watches === 'figure') throw refuse('notices:refusals.rule.noDataOfFigure')
  if (rule.escalateTo && !rule.escalateMinutes) throw refuseMissing('escalateMinutes')
  const [from, to] = [rule.quietFrom ?? null, rule.quietTo ?? null]
  if ((from === null) !== (to === null)) throw refuseMissing(from === null ? 'quietFrom' : 'quietTo')
}
