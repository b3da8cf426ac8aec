import { useRow } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { FieldShow } from '@/client/fields/registry'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import { qualityCheck } from '../../contract/quality-check'

type Refs = Readonly<Record<string, string>>
const kinds = { productId: 'product', lineId: 'line' } as const
type Kind = keyof typeof kinds
const idOf = (row: ListRow, field: string): string | null => {
  const id = row[field]
  return typeof id === 'string' ? id : null
}

/** Cells for product and line of a check. An unsent check takes them from its roll if this device knows it. */
export const ofRoll: Cells = Object.fromEntries(
  (['productId', 'lineId'] as const).map((name) => [
    name,
    (row: ListRow, refs: Refs) =>
      idOf(row, name) ? (
        <Shown name={name} id={idOf(row, name)} refs={refs} />
      ) : (
        <FromRoll name={name} row={row} refs={refs} />
      ),
  ]),
)
function FromRoll({ name, row, refs }: { name: Kind; row: ListRow; refs: Refs }) {
  const slit = useRow(slitRoll, idOf(row, 'slitRollId')).row
  const jumbo = useRow(jumboRoll, slit?.jumboRollId ?? idOf(row, 'jumboRollId')).row
  const id = name === 'productId' ? (slit ?? jumbo)?.productId : jumbo?.lineId
  const names = useNames(kinds[name], id ? [id] : [], refs)
  return <Shown name={name} id={id ?? null} refs={names} />
}
function Shown({ name, id, refs }: { name: Kind; id: string | null; refs: Refs }) {
  const place = { area: qualityCheck.area, owner: qualityCheck.name }
  return <FieldShow field={qualityCheck.fields[name]} name={name} place={place} value={id} refs={refs} />
}
