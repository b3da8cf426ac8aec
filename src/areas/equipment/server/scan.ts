import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { findRowsByCode } from '@/server/crud/find-rows-by-code'
import { labelPrefixes, parseLabel } from '@/plant/rules/label'
import type { equipmentByCode } from '../contract/equipment-calls'

type Answer = EndpointOutput<typeof equipmentByCode>
/** Of rows with the same bare code, whose label was printed first in the plant stands first. */
const place = (kind: string): number => Object.keys(labelPrefixes).indexOf(kind)

/** Finds what a scanned or typed text stands for: its label's kind decides, a bare code is looked for everywhere. */
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
