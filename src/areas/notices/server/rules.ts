/** Handlers that create and update notice rules. */
import { errno, refuse, refuseInput, Refusal } from '@/contract/errno'
import type { Create, Patch, Row } from '@/contract/resource'
import { guardedRow } from '@/contract/seen-by'
import { costFigureReaders } from '@/plant/contract/money-readers'
import type { Context } from '@/server/context'
import { mustBeSoundHook } from '@/server/outbound/outbound'
import { noticeRule } from '../contract/notice-rule'
import { hookOf } from './hook'

type Rule = Row<typeof noticeRule>
/** Creates a notice rule. POST /plant/notice_rule */
export async function addRule(ctx: Context, input: Create<typeof noticeRule>): Promise<Rule> {
  mustFit(input as Partial<Rule>)
  mustBeSound(ctx, input.hookUrl, input.hookKind)
  return ctx.rows.insert(noticeRule, input as Partial<Rule>)
}
/** Updates a notice rule. PUT /plant/notice_rule */
export async function changeRule(ctx: Context, { id, version, ...patch }: Patch<typeof noticeRule>): Promise<Rule> {
  const row = await ctx.rows.lock(noticeRule, id)
  const rule = { ...row, ...(patch as Partial<Rule>) }
  mustSee(ctx, row)
  mustFit(rule)
  // If the kind changes but the URL does not, the stored URL has to be valid for the new kind.
  const kept = patch.hookUrl === undefined && rule.hookKind !== row.hookKind ? (await hookOf(ctx, id)).url : null
  mustBeSound(ctx, patch.hookUrl ?? kept, rule.hookKind)
  return ctx.rows.update(noticeRule, id, patch as Partial<Rule>, { version })
}
/** Refuses changes by a person who may not see the watched metric. @throws 401 */
function mustSee(ctx: Context, row: Rule): void {
  if (guardedRow(noticeRule.fields, row, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: costFigureReaders.join(', ') } })
}
function mustBeSound(ctx: Context, url: string | null | undefined, kind: Rule['hookKind'] | undefined): void {
  if (url) mustBeSoundHook(ctx, { url, ...(kind ? { kind } : {}) }, 'hookUrl')
}
function mustFit(rule: Partial<Rule>): void {
  const missing = (path: string) => refuseInput([{ path: [path], code: 'missing' }])
  if (rule.watches === 'figure' && !rule.figure) throw missing('figure')
  if (rule.watches === 'tag' && !rule.tagId) throw missing('tagId')
  if (rule.condition !== 'noData' && (rule.limit === null || rule.limit === undefined)) throw missing('limit')
  if (rule.condition === 'noData' && rule.watches === 'figure') throw refuse('notices:refusals.rule.noDataOfFigure')
  if (rule.escalateTo && !rule.escalateMinutes) throw missing('escalateMinutes')
  const [from, to] = [rule.quietFrom ?? null, rule.quietTo ?? null]
  if ((from === null) !== (to === null)) throw missing(from === null ? 'quietFrom' : 'quietTo')
}
