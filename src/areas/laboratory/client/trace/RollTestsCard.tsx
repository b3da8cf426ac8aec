import type { TracedRow } from '@/client/area'
import { RelatedRowList } from '@/client/resource/RelatedRowList'
import { testResult } from '../../contract/test-result'

const columns = ['indexId', 'mean', 'min', 'max', 'n', 'batchId']

/** Card with the test results of a traced roll. */
export default function RollTestsCard({ kind, id }: TracedRow) {
  return (
    <RelatedRowList
      resource={testResult}
      query={kind === 'jumboRoll' ? { jumboRollId: id } : { slitRollId: id }}
      columns={columns}
    />
  )
}
