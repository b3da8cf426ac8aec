import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { erpSource } from '../contract/erp-order'
import { getAtPath, isCompleteAnswer } from '../rules/erp-import'
import { pullJson } from './pull-json'

const MAX_PAGES = 200
const MAX_RECORDS = 20_000
const MAX_BYTES = 64 * 1_048_576
/** Time limit for all pages of a source together. */
const TOTAL_TIMEOUT_MS = 60_000

/**
 * Reads all records of a source, page by page.
 * @throws a refusal if the source is unreachable, or its answer is invalid, too large or incomplete
 */
export async function readErpRecords(source: Row<typeof erpSource>, secret: string | null): Promise<unknown[]> {
  const records: unknown[] = []
  const pageLengths: number[] = []
  const pageSize = source.pageSize ?? 100
  const headers = source.headerName && secret ? { [source.headerName]: secret } : {}
  const deadlineMs = performance.now() + TOTAL_TIMEOUT_MS
  let totalCount: number | null = null
  let bytesLeft = MAX_BYTES
  for (let page = 1; page <= MAX_PAGES; page++) {
    const url = new URL(source.url)
    if (source.pageParameter) url.searchParams.set(source.pageParameter, String(page))
    const { body, bytes } = await pullJson({
      url: url.href,
      headers,
      maxBytes: bytesLeft,
      timeoutMs: Math.max(1, deadlineMs - performance.now()),
    })
    bytesLeft -= bytes
    const list = getAtPath(body, source.listPath)
    if (!Array.isArray(list))
      throw refuse('orders:refusals.erp.noList', { host: source.name, path: source.listPath ?? '' })
    records.push(...(list as unknown[]))
    pageLengths.push(list.length)
    totalCount = parseTotal(body, source.totalPath)
    if (records.length > MAX_RECORDS)
      throw refuse('orders:refusals.erp.tooMany', { host: source.name, limit: MAX_RECORDS })
    if (
      !source.pageParameter ||
      list.length === 0 ||
      (totalCount !== null ? records.length >= totalCount : list.length < pageSize)
    )
      break
  }
  const isComplete = source.pageParameter
    ? isCompleteAnswer(pageLengths, pageSize, totalCount)
    : totalCount === null || records.length === totalCount
  if (!isComplete || (source.totalPath && totalCount === null))
    throw refuse('orders:refusals.erp.incomplete', { host: source.name, count: records.length })
  return records
}
/** Parses the total number of orders, a number or a string of digits; null if the ERP reports none. */
function parseTotal(body: unknown, path: string | null): number | null {
  const rawTotal = path ? getAtPath(body, path) : null
  if (typeof rawTotal === 'number') return Number.isFinite(rawTotal) ? rawTotal : null
  return typeof rawTotal === 'string' && /^\d+$/.test(rawTotal.trim()) ? Number(rawTotal) : null
}
