import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { findRowsByCode } from '@/server/crud/find-rows-by-code'
import { labelPrefixes, parseLabel } from '@/plant/rules/label'
import type { equipmentByCode } from '../contract/equipment-endpoints'

type ByCodeAnswer = EndpointOutput<typeof equipmentByCode>
/** Returns the rank of a label kind. Rows that share a bare code are sorted in the order of `labelPrefixes`. */
const getLabelRank = (kind: string): number => Object.keys(labelPrefixes).indexOf(kind)

/** Finds the rows behind a scanned or typed text. A label names its kind; a bare code is searched in all kinds. */
export async function findEquipmentByCode(
  ctx: Context,
  input: EndpointInput<typeof equipmentByCode>,
): Promise<ByCodeAnswer> {
  const scan = parseLabel(input.text)
  const rows = await findRowsByCode(ctx, scan.code, scan.kind === 'unknown' ? null : scan.kind)
  const [first, ...otherRows] = rows.sort((a, b) => getLabelRank(a.kind) - getLabelRank(b.kind))
  return {
    kind: (first?.kind as ByCodeAnswer['kind'] | undefined) ?? scan.kind,
    code: scan.code.slice(0, 400),
    resource: first?.resource ?? null,
    id: first?.id ?? null,
    label: first?.label.slice(0, 400) ?? null,
    others: otherRows.map(({ resource, id, label }) => ({ resource, id, label: label.slice(0, 400) })),
  }
}
