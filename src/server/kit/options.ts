import type { InOf } from '@/contract/endpoint'
import type { resourceOptions } from '@/contract/kit'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '../context'
import { scopeOf, type KitContext } from '../crud/operations'
import { labelSql, namesOf, wordSql } from '../crud/refs'
import { statementsOf } from '../crud/sql'
import { options } from '../sql'

/** Rows of these are nobody's to pick from: logs and sessions. */
const closed = new Set(['operationLog', 'loginLog', 'uploadLog'])
const MOST = 50

/** Names for a pick-list: those with the keyword in their display name or searched fields, or the given ids. */
export async function pickOptions(
  ctx: Context,
  input: InOf<typeof resourceOptions>,
): Promise<{ id: string; label: string }[]> {
  const target = (ctx as KitContext).app.resources.get(input.of)
  if (!target || closed.has(input.of)) throw refuseInput([{ path: ['of'], code: 'notAnOption' }])
  if (input.ids) {
    const ids = input.ids.split(',')
    if (!ids.every(isUuid) || ids.length > 500) throw refuseInput([{ path: ['ids'], code: 'badId' }])
    return Object.entries(await namesOf(scopeOf(ctx), input.of, ids)).map(([id, label]) => ({ id, label }))
  }
  const s = statementsOf(target)
  const label = labelSql(target, ctx.language)
  const shown = target.title.map((name) => wordSql(target, name, ctx.language))
  const english = target.title.flatMap((name) => target.english[name] ?? [])
  const looked = [...new Set([...target.title, ...english, ...target.search])].map((name) => s.column[name]!)
  const { state } = target.fields
  const alive = input.of === 'user' && state?.kind === 'choice' ? ` and state = ${options(state, 'active')}` : ''
  return ctx.query(
    `select id, ${label} as label from ${s.table} where site_id = $1${alive} and ($2::text is null or ${looked.map((c) => `${c} ilike $2`).join(' or ')}) order by ${shown.join(', ')} limit ${MOST}`,
    [ctx.site, input.keyword?.trim() ? `%${input.keyword.trim().replace(/[\\%_]/g, '\\$&')}%` : null],
  )
}
