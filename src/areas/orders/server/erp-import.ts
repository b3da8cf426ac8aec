import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse, Refusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { checkInput } from '@/contract/schema'
import type { Context } from '@/server/context'
import { inOneTransaction } from '@/server/pipeline'
import { isComplete, mapRecord } from '../rules/erp-import'
import { erpOrder, erpSource, type pullErp } from '../contract/erp-order'
import { take } from './erp-orders'
import { pullJson } from './erp-pull'

type SourceRow = Row<typeof erpSource>
type Outcome = OutOf<typeof pullErp>
const MOST_PAGES = 200
const LIMIT = 20 * 1_048_576
const TIMEOUT_MS = 60_000
/** What stands at a path of names; the whole without one. */
const at = (value: unknown, path: string | null): unknown =>
  path ? path.split('.').reduce<unknown>((v, name) => (typeof v === 'object' && v !== null && Object.hasOwn(v, name) ? (v as Record<string, unknown>)[name] : undefined), value) : value

/** POST /equ/erp_pull: reads all pages first, then takes all lines in one transaction. */
export async function pull(ctx: Context, input: InOf<typeof pullErp>): Promise<Outcome> {
  const source = await ctx.rows.get(erpSource, input.sourceId)
  const secret = await secretOf(ctx, source.id)
  try {
    const { records, complete } = await readAll(source, secret)
    if (!complete) throw refuse('orders:refusals.erp.incomplete', { host: source.name, count: records.length })
    const outcome = await inOneTransaction(ctx, (inside) => takeAll(inside, source, records))
    await note(ctx, source.id, ctx.t('orders:pages.sync.result', { added: outcome.added, updated: outcome.updated, conflicts: outcome.conflicts, refused: outcome.refused }), 0)
    return outcome
  } catch (error) {
    await note(ctx, source.id, error instanceof Refusal ? ctx.t(error.key, error.params) : ctx.t('contract:errors.serverError'), source.failures + 1)
    throw error
  }
}
const note = (ctx: Context, id: string, lastResult: string, failures: number) =>
  ctx.query('update erp_source set last_run_at = $3, last_result = $4, failures = $5 where site_id = $1 and id = $2', [ctx.site, id, ctx.now.toISOString(), lastResult.slice(0, 1000), failures]).then(() => ctx.touch('erpSource'))
async function secretOf(ctx: Context, id: string): Promise<string | null> {
  const [row] = await ctx.query<{ value: string | null }>('select header_value as value from erp_source where site_id = $1 and id = $2', [ctx.site, id])
  return row?.value ?? null
}
async function readAll(source: SourceRow, secret: string | null): Promise<{ records: unknown[]; complete: boolean }> {
  const records: unknown[] = []
  const pages: number[] = []
  let total: number | null = null
  const size = source.pageSize ?? 100
  for (let page = 1; page <= MOST_PAGES; page++) {
    const url = new URL(source.url)
    if (source.pageParameter) url.searchParams.set(source.pageParameter, String(page))
    const body = await pullJson({ url: url.href, headers: source.headerName && secret ? { [source.headerName]: secret } : {}, limit: LIMIT, timeoutMs: TIMEOUT_MS })
    const list = at(body, source.listPath)
    if (!Array.isArray(list)) throw refuse('orders:refusals.erp.noList', { host: source.name, path: source.listPath ?? '' })
    records.push(...list as unknown[])
    pages.push(list.length)
    const said = source.totalPath ? Number(at(body, source.totalPath)) : Number.NaN
    total = Number.isFinite(said) ? said : null
    if (!source.pageParameter || list.length === 0 || (total !== null ? records.length >= total : list.length < size)) break
  }
  return { records, complete: source.pageParameter ? isComplete(pages, size, total) : total === null || records.length === total }
}
async function takeAll(ctx: Context, source: SourceRow, records: readonly unknown[]): Promise<Outcome> {
  const mapping = Object.fromEntries(source.mapping.map(({ field, path }) => [field, path]))
  const counts = { added: 0, updated: 0, same: 0, conflicts: 0, refused: 0 }
  const problems: Outcome['problems'] = []
  const tell = { add: 'added', update: 'updated', same: 'same', conflict: 'conflicts', refuse: 'refused' } as const
  for (const record of records) {
    const sent = typed(mapRecord(record, mapping))
    const checked = checkInput({ ...erpOrder.endpoints.update, input: Object.fromEntries(Object.entries(erpOrder.endpoints.create.input).filter(([name]) => name !== 'id')), partial: true } as never, sent)
    const number = String(sent['externalNumber'] ?? '')
    if (!checked.ok) { counts.refused += 1; problems.push({ externalNumber: number, problem: checked.issues.map((i) => `${ctx.t(`orders:erpOrder.fields.${String(i.path[0])}`)}: ${ctx.t(`contract:errors.issue.${i.code}`, i.params)}`).join('; ').slice(0, 400) }); continue }
    const { decision } = await take(ctx, checked.value as never, 'http')
    counts[tell[decision.what]] += 1
    if (decision.what === 'refuse') problems.push({ externalNumber: number, problem: ctx.t('contract:errors.stepMissing', { fields: decision.missing.map((f) => ctx.t(`orders:erpOrder.fields.${f}`)).join(', ') }) })
  }
  return { ...counts, complete: true, problems: problems.slice(0, 100) }
}
/** Numbers that come as text, and days that come with a time. */
function typed(record: Record<string, string | number | null>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([field, value]) => {
    const kind = (erpOrder.fields as Record<string, { kind: string } | undefined>)[field]?.kind
    if (kind === 'integer' || kind === 'amount') return [field, value === null || value === '' ? null : Number(value)]
    if (kind === 'day') return [field, typeof value === 'string' ? value.slice(0, 10) : value]
    return [field, value === null ? null : String(value)]
  }))
}
