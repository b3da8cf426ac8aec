import { useTranslation } from 'react-i18next'
import { useUnsentCommands } from '@/client/api/use-list'
import type { UnsentCommand } from '@/client/api/phone'
import { UnsentBadge, RefusalNotice } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { getPendingInfo, formatSamples, type TestResultRow } from './cell-samples'
import { listResultCommands } from './use-save-cell'

interface RefusedCellListProps {
  results: readonly TestResultRow[]
  indexes: readonly { readonly indexId: string; readonly name: string }[]
  /** Roll numbers by id. */
  names: Readonly<Record<string, string>>
  /** Opens a refused command to resolve it. */
  onOpen: (opId: string) => void
}

/**
 * Lists values of this phone that the server refused, e.g. because somebody else filled the cell first. The cell then
 * shows the value of the other person, and the value typed here is only in this list.
 */
export function RefusedCellList({ results, indexes, names, onOpen }: RefusedCellListProps) {
  const { t } = useTranslation('laboratory')
  const unsentCommands = useUnsentCommands()
  const refusedResults = results.filter((result) => getPendingInfo(result)?.state === 'attention')
  if (refusedResults.length === 0) return null
  return (
    <ul className="lab-recent">
      {refusedResults.map((result) => {
        const roll = names[result.slitRollId ?? result.jumboRollId ?? ''] ?? '…'
        const pendingInfo = getPendingInfo(result)
        const testIndexName = indexes.find(({ indexId }) => indexId === result.indexId)?.name ?? '…'
        return (
          <li key={result.id}>
            <b>{`${roll} · ${testIndexName}: ${formatSamples(toTypedResult(result, unsentCommands))}`}</b>
            {pendingInfo && (
              <div className="ui-card is-warned" role="status">
                <UnsentBadge pending={pendingInfo} />
                {pendingInfo.error && <RefusalNotice op={pendingInfo.op} error={pendingInfo.error} />}
                <Button onClick={() => onOpen(pendingInfo.opId)}>{t('pages.qualityData.settle')}</Button>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
/** Returns the result with the samples typed last; the row itself may already contain the samples of the server. */
function toTypedResult(result: TestResultRow, unsentCommands: readonly UnsentCommand[]): TestResultRow {
  const samples = listResultCommands(unsentCommands, result.id).findLast(({ body }) => 'samples' in body)?.body[
    'samples'
  ]
  return samples ? { ...result, samples: samples as TestResultRow['samples'] } : result
}
