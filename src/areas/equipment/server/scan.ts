import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { findRowsByCode } from '@/server/crud/find-rows-by-code'
import { labelPrefixes, parseLabel } from '@/plant/rules/label'
import type { equipmentByCode } from '../contract/equipment-calls'

type Answer = EndpointOutput<typeof equipmentByCode>
/** Returns the rank of a label kind. Rows that share a bare code are sorted in the order of `labelPrefixes`. */
const place = (kind: string): number => Object.keys(labelPrefixes).indexOf(kind)

/** Finds the rows behind a scanned or typed text. A label names its kind; a bare code is searched in all kinds. */
export async function findByCode(ctx: Context, input: EndpointInput<typeof equipmentByCode>): Promise<Answer> {
  const scan = parseLabel(input.text)
  const rows = await findRowsByCode(ctx, scan.code, scan.kind === 'unknown' ? null : scan.kind)
  const [first, ...rest] = rows.sort((a, b) => place(a.kind) - place(b.kind))
  return {
    kind: (first?.kind as Answer['kind'] | undefined) ?? scan.kind,
    code: scan.code.slice(0, 400),
    resource: first?.resource ?? null,
    id: first?.id ?? null,
    label: first?.label.slice(0, 400) ?? null,
    others: rest.map(({ resource, id, label }) => ({ resource, id, label: label.slice(0, 400) })),
  }
}
