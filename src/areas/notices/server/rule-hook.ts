import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { openSealedField } from '@/server/crud/sealed-fields'
import { sql } from '@/server/sql'
import { noticeRule } from '../contract/notice-rule'

type HookKind = Row<typeof noticeRule>['hookKind']
/** Loads the webhook of a rule with its secret, which resource rows never contain. */
export async function loadRuleHook(
  ctx: Context,
  ruleId: string,
): Promise<{ kind: HookKind; url: string | null; secret: string | null }> {
  const [hookRow] = await ctx.query(
    sql<{
      kind: HookKind
      url: string | null
      secret: string | null
    }>`select hook_kind as kind, hook_url as url, hook_secret as secret from notice_rule where site_id = ${ctx.site} and id = ${ruleId}`,
  )
  const { app } = ctx as KitContext
  return {
    kind: hookRow?.kind ?? null,
    url: openSealedField(app, noticeRule, 'hookUrl', hookRow?.url ?? null),
    secret: openSealedField(app, noticeRule, 'hookSecret', hookRow?.secret ?? null),
  }
}
