import type { InOf, OutOf } from '@/contract/endpoint'
import type { Language } from '@/contract/language'
import { pollingPlan } from '@/areas/maintenance/contract/polling-plan'
import { sparePart } from '@/areas/maintenance/contract/spare-part'
import { materialLot } from '@/areas/feeding/contract/material'
import { workOrder } from '@/areas/orders/contract/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { rollPackage, slitRoll } from '@/areas/rolls/contract/slitting'
import type { Context } from '@/server/context'
import { labelSql } from '@/server/crud/refs'
import type { Resource } from '@/contract/resource'
import { equipment } from '../contract/equipment'
import type { equipmentByCode } from '../contract/equipment-calls'
import { hopper } from '../contract/hopper'
import { meter } from '../contract/meter'
import { parseLabel, type LabelKind } from '@/plant/rules/label'

interface Found {
  kind: LabelKind
  resource: string
  id: string
  label: string
}

const byField = (kind: LabelKind, of: unknown, field: 'code' | 'number', language: Language): string => {
  const r = of as Resource
  return `select '${kind}' as kind, '${r.name}' as resource, id, ${labelSql(r, language)} as label from ${r.table} where site_id = $1 and ${field} = $2`
}
/** Where the code of each kind of label is looked up: rows of kind, resource, id and label for the code `$2`. */
const lookupsIn = (language: Language): Partial<Record<LabelKind, string>> => ({
  equipment: byField('equipment', equipment, 'code', language),
  checkPoint: `select 'checkPoint' as kind, 'pollingPlan' as resource, id, ${labelSql(pollingPlan, language)} as label from polling_plan where site_id = $1 and points @> jsonb_build_array(jsonb_build_object('code', $2::text))`,
  sparePart: byField('sparePart', sparePart, 'code', language),
  meter: byField('meter', meter, 'code', language),
  hopper: byField('hopper', hopper, 'code', language),
  jumboRoll: byField('jumboRoll', jumboRoll, 'number', language),
  slitRoll: byField('slitRoll', slitRoll, 'number', language),
  package: byField('package', rollPackage, 'number', language),
  lot: byField('lot', materialLot, 'number', language),
  order: byField('order', workOrder, 'number', language),
})

/** Finds what a scanned or typed text stands for: its label's kind decides, a bare code is looked for everywhere. */
export async function findByCode(
  ctx: Context,
  input: InOf<typeof equipmentByCode>,
): Promise<OutOf<typeof equipmentByCode>> {
  const scan = parseLabel(input.text)
  const lookups = lookupsIn(ctx.language)
  const asked =
    scan.kind === 'unknown' ? Object.values(lookups) : [lookups[scan.kind]].filter((sql) => sql !== undefined)
  const found = asked.length
    ? await ctx.query<Found & Record<string, unknown>>(
        `${asked.map((sql) => `(${sql} limit 20)`).join(' union all ')}`,
        [ctx.site, scan.code],
      )
    : []
  const [first, ...rest] = found
  return {
    kind: first?.kind ?? scan.kind,
    code: scan.code.slice(0, 400),
    resource: first?.resource ?? null,
    id: first?.id ?? null,
    label: first?.label.slice(0, 400) ?? null,
    others: rest.map(({ resource, id, label }) => ({ resource, id, label: label.slice(0, 400) })),
  }
}
