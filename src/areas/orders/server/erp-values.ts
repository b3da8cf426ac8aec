import type { Issue } from '@/contract/errno'
import type { Field } from '@/contract/field'
import { CellProblem, convertCell } from '@/server/excel/cell-values'
import { erpOrder, type erpFields } from '../contract/erp-order'

type ErpRecord = Readonly<Record<string, string | number | null>>

/**
 * Converts the values of an ERP record to fields of an order line, like the cells of an import: days and timestamps in
 * the plant's time zone, numbers from text or with surplus digits. An unreadable value becomes null, with an issue.
 */
export function toOrderFields(
  record: ErpRecord,
  timeZone: string,
): { values: Record<string, unknown>; issues: Issue[] } {
  const issues: Issue[] = []
  const values = Object.entries(record).map(([name, value]) => {
    const field = erpOrder.fields[name as (typeof erpFields)[number]] as Field | undefined
    const parsed = field ? toFieldValue(field, value, timeZone) : value
    if (!(parsed instanceof CellProblem)) return [name, parsed]
    issues.push({ path: [name], code: parsed.code, params: { ...parsed.params } })
    return [name, null]
  })
  return { values: Object.fromEntries(values), issues }
}
function toFieldValue(field: Field, value: string | number | null, timeZone: string): unknown {
  if (value === null || value === '') return null
  // A longer number lost digits when JSON was parsed.
  if (field.kind === 'text' || field.kind === 'note')
    return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? new CellProblem('digitsLost')
      : String(value)
  const parsed = convertCell(
    { kind: field.kind, ...('unit' in field && field.unit ? { unit: field.unit } : {}) },
    value,
    { timeZone, since1904: false },
  )
  return field.kind === 'amount' && typeof parsed === 'number' ? Number(parsed.toFixed(field.digits)) : parsed
}
