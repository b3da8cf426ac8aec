import { useRow } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { FieldShow } from '@/client/fields/registry'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import { qualityCheck } from '../../contract/quality-check'

type Refs = Readonly<Record<string, string>>
const RESOURCE_BY_FIELD = { productId: 'product', lineId: 'line' } as const
type RollField = keyof typeof RESOURCE_BY_FIELD
const getId = (row: ListRow, field: string): string | null => {
  const id = row[field]
  return typeof id === 'string' ? id : null
}

/** Cells for product and line of a check. An unsent check takes them from its roll if this device knows it. */
export const rollCells: Cells = Object.fromEntries(
  (['productId', 'lineId'] as const).map((name) => [
    name,
    (row: ListRow, refs: Refs) =>
      getId(row, name) ? (
        <ReferenceCell name={name} id={getId(row, name)} refs={refs} />
      ) : (
        <RollReferenceCell name={name} row={row} refs={refs} />
      ),
  ]),
)
function RollReferenceCell({ name, row, refs }: { name: RollField; row: ListRow; refs: Refs }) {
  const slit = useRow(slitRoll, getId(row, 'slitRollId')).row
  const jumbo = useRow(jumboRoll, slit?.jumboRollId ?? getId(row, 'jumboRollId')).row
  const id = name === 'productId' ? (slit ?? jumbo)?.productId : jumbo?.lineId
  const names = useNames(RESOURCE_BY_FIELD[name], id ? [id] : [], refs)
  return <ReferenceCell name={name} id={id ?? null} refs={names} />
}
function ReferenceCell({ name, id, refs }: { name: RollField; id: string | null; refs: Refs }) {
  const place = { area: qualityCheck.area, owner: qualityCheck.name }
  return <FieldShow field={qualityCheck.fields[name]} name={name} place={place} value={id} refs={refs} />
}
