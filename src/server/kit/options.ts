import type { InOf } from '@/contract/endpoint'
import { MOST_OPTIONS, type resourceOptions } from '@/contract/kit'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { newestBy, type Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { KitContext } from '../crud/operations'
import { labelSql, wordSql } from '../crud/refs'
import { namesIn } from '../crud/names'
import { offeredSql, statementsOf } from '../crud/sql'
import { containsSql, toSearchPattern } from '../search'
import { mayChoose, mayList, mayName } from './option-rights'

/** Resources without a pick-list: logs. */
const closed = new Set(['operationLog', 'loginLog', 'uploadLog'])

/**
 * Returns names for a pick-list, by keyword or by ids. People who may list the rows also find them by the list's search
 * fields. Rows without a name yet, e.g. a roll being wound, are not offered.
 * @throws 401 if none of the person's lists and forms refers to such rows
 */
export async function pickOptions(
  ctx: Context,
  input: InOf<typeof resourceOptions>,
): Promise<{ id: string; label: string }[]> {
  const { app } = ctx as KitContext
  const person = ctx.person!
  const target = app.resources.get(input.of)
  if (!target || closed.has(input.of)) throw refuseInput([{ path: ['of'], code: 'notAnOption' }])
  const ids = input.ids ? idsIn(input.ids) : null
  if (!(ids ? mayName : mayChoose)(app, person, input.of))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: input.of } })
  const found = ids ?? (await idsWanted(ctx, target, input.keyword, mayList(app, person, input.of)))
  const names = await namesIn(ctx, input.of, found)
  return found.flatMap((id) => (names[id] === undefined ? [] : [{ id, label: names[id] }]))
}
function idsIn(given: string): string[] {
  const ids = given.split(',')
  if (!ids.every(isUuid) || ids.length > 500) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  return ids
}

async function idsWanted(
  ctx: Context,
  target: Resource,
  keyword: string | null | undefined,
  searched: boolean,
): Promise<string[]> {
  const s = statementsOf(target)
  const wanted = toSearchPattern(keyword)
  const shown = target.title.map((name) => wordSql(target, name, ctx.language))
  const rows = await ctx.query<{ id: string }>(
    `select id from ${s.table} where site_id = $1${offeredSql(target)} and ${labelSql(target, ctx)} <> '' and ($2::text is null or ${likeSql(ctx, target, searched)}) order by ${[...newestFirst(target), ...shown].join(', ')}, id limit ${MOST_OPTIONS}`,
    [ctx.site, wanted],
  )
  return rows.map(({ id }) => id)
}
function newestFirst(target: Resource): string[] {
  const by = newestBy(target)
  return by === null ? [] : [`${statementsOf(target).column[by]} desc nulls last`]
}
/**
 * Builds the condition that a row's name contains `$2`. Referenced rows in the title are searched by their own names.
 */
function likeSql(ctx: Context, target: Resource, searched: boolean, seen: readonly string[] = []): string {
  const s = statementsOf(target)
  const { title, english, search } = target
  const words = [...title, ...title.flatMap((name) => english[name] ?? []), ...(searched ? search : [])]
  const found = [...new Set(words)].map((name) => {
    const field = target.fields[name]!
    if (field.kind !== 'reference') return containsSql(`${s.column[name]}::text`, '$2')
    const to = (ctx as KitContext).app.resources.get(field.to)
    if (!to || seen.includes(field.to)) return 'false'
    const inner = likeSql(ctx, to, false, [...seen, target.name])
    return `${s.column[name]} in (select id from ${statementsOf(to).table} where site_id = $1 and ${inner})`
  })
  return `(${[...found, containsSql(`(${labelSql(target, ctx)})`, '$2')].join(' or ')})`
}
