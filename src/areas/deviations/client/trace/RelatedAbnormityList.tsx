import type { TracedRow } from '@/client/area'
import { RelatedRowList } from '@/client/resource/RelatedRowList'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { abnormity } from '../../contract/abnormity'
import { abnormityTones } from '../tones'

const cells = { state: createStateCell(abnormity, 'state', abnormityTones) }
const columns = ['number', 'state', 'kind', 'defect', 'raisedAt']
/** Field of an abnormity that references a row, by kind of row. */
const fieldByKind: Readonly<Record<string, string>> = {
  jumboRoll: 'jumboRollId',
  slitRoll: 'slitRollId',
  materialLot: 'materialLotId',
  workOrder: 'workOrderId',
}

/** Abnormities and complaints about a traced roll, lot or order. */
export default function RelatedAbnormityList({ kind, id }: TracedRow) {
  const field = fieldByKind[kind]
  return field ? <RelatedRowList resource={abnormity} query={{ [field]: id }} columns={columns} cells={cells} /> : null
}
