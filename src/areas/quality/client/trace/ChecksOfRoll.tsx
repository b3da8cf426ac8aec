import type { TracedRow } from '@/client/area'
import { RelatedRows } from '@/client/resource/RelatedRows'
import { stateCell } from '@/client/resource/StateOf'
import { qualityCheck } from '../../contract/quality-check'
import { checkTones } from '../tones'

const cells = { result: stateCell(qualityCheck, 'result', checkTones) }
const columns = ['checkedAt', 'result', 'userId', 'outOfLimits', 'defects']

/** The checks of a roll that is traced. */
export default function ChecksOfRoll({ kind, id }: TracedRow) {
  return (
    <RelatedRows
      of={qualityCheck}
      query={kind === 'jumboRoll' ? { jumboRollId: id } : { slitRollId: id }}
      columns={columns}
      cells={cells}
    />
  )
}
