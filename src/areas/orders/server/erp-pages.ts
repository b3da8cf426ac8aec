import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { erpSource } from '../contract/erp-order'
import { atPath, isComplete } from '../rules/erp-import'
import { pullJson } from './erp-pull'

const MOST_PAGES = 200
const MOST_RECORDS = 20_000
const MOST_BYTES = 64 * 1_048_576
/** Time limit for all pages of a source together. */
const PATIENCE_MS = 60_000

/**
 * Reads all records of a source, page by page.
 * @throws 6000 if the source is unreachable, or its answer is invalid, too large or incomplete
 */
export async function readAll(source: Row<typeof erpSource>, secret: string | null): Promise<unknown[]> {
  const records: unknown[] = []
  const pages: number[] = []
  const size = source.pageSize ?? 100
  const headers = source.headerName && secret ? { [source.headerName]: secret } : {}
  const until = performance.now() + PATIENCE_MS
  let total: number | null = null
  let left = MOST_BYTES
  for (let page = 1; page <= MOST_PAGES; page++) {
    const url = new URL(source.url)
    if (source.pageParameter) url.searchParams.set(source.pageParameter, String(page))
    const { body, bytes } = await pullJson({
      url: url.href,
      headers,
      limit: left,
      timeoutMs: Math.max(1, until - performance.now()),
    })
    left -= bytes
    const list = atPath(body, source.listPath)
    if (!Array.isArray(list))
      throw refuse('orders:refusals.erp.noList', { host: source.name, path: source.listPath ?? '' })
    records.push(...(list as unknown[]))
    pages.push(list.length)
    total = totalOf(body, source.totalPath)
    if (records.length > MOST_RECORDS)
      throw refuse('orders:refusals.erp.tooMany', { host: source.name, limit: MOST_RECORDS })
    if (!source.pageParameter || list.length === 0 || (total !== null ? records.length >= total : list.length < size))
      break
  }
  const complete = source.pageParameter ? isComplete(pages, size, total) : total === null || records.length === total
  if (!complete || (source.totalPath && total === null))
    throw refuse('orders:refusals.erp.incomplete', { host: source.name, count: records.length })
  return records
}
/** Parses the total number of orders, a number or a string of digits; null if the ERP reports none. */
function totalOf(body: unknown, path: string | null): number | null {
  const said = path ? atPath(body, path) : null
  const number =
    typeof said === 'number' ? said : typeof said === 'string' && /^\d+$/.test(said.trim()) ? Number(said) : Number.NaN
  return Number.isFinite(number) ? number : null
}
