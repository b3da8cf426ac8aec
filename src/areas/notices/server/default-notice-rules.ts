import type { Row } from '@/contract/resource'
import { findRoleIds } from '@/areas/access/server/queries/people'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { sql } from '@/server/sql'
import { noticeRule } from '../contract/notice-rule'

type NoticeRuleRow = Row<typeof noticeRule>
const ADDED_RULES_SETTING = 'noticeRules'
/** Codes of the roles to notify; the first role that exists in the plant is used. */
const NOTIFIED_ROLES = ['PROD-LEAD', 'MANAGER', 'ADMIN']
/** Code of the role to which a notice escalates. */
const ESCALATION_ROLE = 'MANAGER'
/** Rules that every plant starts with, by the key of their name in the locales. */
const defaultRules: Readonly<
  Record<string, Pick<NoticeRuleRow, 'watches' | 'condition' | 'limit' | 'severity' | 'escalateMinutes'>>
> = {
  unexplainedStop: {
    watches: 'unexplainedStop',
    condition: 'above',
    limit: 20,
    severity: 'warning',
    escalateMinutes: 60,
  },
  lateOrders: { watches: 'lateOrders', condition: 'above', limit: 0, severity: 'warning', escalateMinutes: null },
}

/** Adds the default rules that the plant has never had. A default rule that the plant removed stays removed. */
export async function addDefaultNoticeRules(ctx: Context): Promise<void> {
  const [addedRules] = await ctx.query(
    sql<{ value: string[] }>`
      select value from setting where site_id = ${ctx.site} and name = ${ADDED_RULES_SETTING}`,
  )
  const newRules = Object.entries(defaultRules).filter(([key]) => !addedRules?.value.includes(key))
  if (newRules.length === 0) return
  const roleIdByCode = await findRoleIds(ctx, NOTIFIED_ROLES)
  const roleId = NOTIFIED_ROLES.map((code) => roleIdByCode.get(code)).find((id) => id !== undefined)
  if (!roleId) return
  const escalateTo = roleIdByCode.get(ESCALATION_ROLE) ?? null
  const { translations } = (ctx as AppContext).app
  for (const [key, rule] of newRules) {
    const name = translations.t('zh')(`notices:defaultRules.${key}`)
    const rulesWithName = await ctx.rows.find(noticeRule, { where: { name }, limit: 1 })
    if (rulesWithName.length > 0) continue
    const canEscalate = rule.escalateMinutes !== null && escalateTo !== null && escalateTo !== roleId
    await ctx.rows.insert(noticeRule, {
      ...rule,
      name,
      nameEn: translations.t('en')(`notices:defaultRules.${key}`),
      active: true,
      roleId,
      escalateTo: canEscalate ? escalateTo : null,
      escalateMinutes: canEscalate ? rule.escalateMinutes : null,
    })
  }
  const addedKeys = JSON.stringify(Object.keys(defaultRules))
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${ADDED_RULES_SETTING}, ${addedKeys}, ${ctx.now})
      on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
}
