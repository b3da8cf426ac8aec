import { useTranslation } from 'react-i18next'
import { useUnsentCommands } from '@/client/api/use-list'
import type { UnsentCommand } from '@/client/api/phone'
import { RefusalNotice } from '@/client/resource/RefusalNotice'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { pendingOf, written, type Result } from './cell'
import { chainOf } from './save-cell'

interface Props {
  of: readonly Result[]
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
export function RefusedCells({ of, indexes, names, onOpen }: Props) {
  const { t } = useTranslation('laboratory')
  const unsent = useUnsentCommands()
  const refused = of.filter((one) => pendingOf(one)?.state === 'attention')
  if (refused.length === 0) return null
  return (
    <ul className="lab-recent">
      {refused.map((one) => {
        const roll = names[one.slitRollId ?? one.jumboRollId ?? ''] ?? '…'
        const mark = pendingOf(one)
        const index = indexes.find(({ indexId }) => indexId === one.indexId)?.name ?? '…'
        return (
          <li key={one.id}>
            <b>{`${roll} · ${index}: ${written(typedOf(one, unsent))}`}</b>
            {mark && (
              <div className="ui-card is-warned" role="status">
                <UnsentBadge of={mark} />
                {mark.error && <RefusalNotice op={mark.op} error={mark.error} />}
                <Button onClick={() => onOpen(mark.opId)}>{t('pages.qualityData.settle')}</Button>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
/** Returns a result with the samples typed last, because the row itself may already have those of the server. */
function typedOf(result: Result, unsent: readonly UnsentCommand[]): Result {
  const samples = chainOf(unsent, result.id).findLast(({ body }) => 'samples' in body)?.body['samples']
  return samples ? { ...result, samples: samples as Result['samples'] } : result
}
