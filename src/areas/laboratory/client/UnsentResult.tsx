import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getStoredConflict } from '@/client/api/api-error'
import { notify } from '@/client/api/notify'
import type { UnsentCommand } from '@/client/api/phone'
import { useSendCommand } from '@/client/api/use-command'
import { useRow, useUnsentCommands } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLabels } from '@/client/i18n/labels'
import { ConflictScreen } from '@/client/resource/ConflictScreen'
import { RefusalNotice } from '@/client/resource/RefusalNotice'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { text } from '@/contract/field'
import { testResult } from '../contract/test-result'
import { samplesOf, unreadable, written, type Result } from './cell'
import { chainOf, dropUnsent, replaceUnsent } from './save-cell'

const PLACE = { area: testResult.area, owner: testResult.name }
const VALUES = { samples: text() }

/**
 * Resolves a value of this phone that the server refused: shows its roll, index and the reason, and lets the person
 * correct or discard it. If somebody else entered the same cell, both values are shown side by side.
 */
export function UnsentResult({ item, onBack }: { item: UnsentCommand; onBack: (batchId: string | null) => void }) {
  const { t } = useTranslation(['laboratory', 'client'])
  const labels = useLabels('laboratory')
  const chain = chainOf(useUnsentCommands(), item.entityId)
  const send = useSendCommand(testResult.endpoints.update)
  const { row } = useRow(testResult, item.entityId)
  const conflict = getStoredConflict(item.lastError)
  const theirs = conflict?.theirs as Result | undefined
  const mine = { ...row, ...theirs, ...item.body, ...conflict?.mine } as Partial<Result>
  const title = useTitle(mine)
  const own = written(mine as Result)
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const back = () => onBack(mine.batchId ?? null)
  const act = async (what: () => Promise<void>) => {
    setBusy(true)
    try {
      await what()
      back()
    } catch (error) {
      void notify(t('client:sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    } finally {
      setBusy(false)
    }
  }
  const settle = async (mineStays: boolean, version: number) => {
    if (!theirs || !mineStays) return dropUnsent(chain)
    const samples = samplesOf(own, mine as Result)
    if (theirs.id === item.entityId) return replaceUnsent(chain, samples, version)
    // The cell has another result now. Overwrites that result, so that this phone's own row is no longer needed.
    await send({ id: theirs.id, version, samples }, { baseVersion: version })
    return dropUnsent(chain)
  }
  if (conflict && theirs)
    return (
      <ConflictScreen
        title={title}
        conflict={{
          mine: { samples: own },
          theirs: { samples: written(theirs), version: theirs.version, updatedAt: theirs.updatedAt },
          by: conflict.by ?? null,
        }}
        fields={VALUES}
        place={PLACE}
        refs={{}}
        busy={busy}
        onSave={({ samples }, version) => void act(() => settle(samples === own, version))}
        onBack={back}
      />
    )
  const correct = () => {
    const samples = samplesOf(typed ?? own, mine as Result)
    const wrong = unreadable(samples)
    if (wrong) return void notify(t(`refusals.sheet.${wrong.why}`, { value: wrong.text }), 'fail')
    return void act(() => replaceUnsent(chain, samples))
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={title}
      onBack={back}
      primary={
        <>
          <Button className="beside" disabled={busy} onClick={() => void act(() => dropUnsent(chain))}>
            {t('client:sync.discard')}
          </Button>
          <Button look="primary" disabled={busy || !item.editable} onClick={correct}>
            {t('client:resource.save')}
          </Button>
        </>
      }
    >
      {item.lastError && <RefusalNotice op={item.op} error={item.lastError} />}
      <label className="lab-unsent">
        {labels.field(PLACE, 'samples')}
        <input
          className="ui-input"
          inputMode="decimal"
          value={typed ?? own}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </PageFrame>
  )
}
/** Builds the title of a result: roll number and index name. */
function useTitle({ jumboRollId, slitRollId, indexId }: Partial<Result>): string {
  const ids = (id: string | null | undefined) => (id ? [id] : [])
  const names = {
    ...useNames('jumboRoll', ids(jumboRollId), {}),
    ...useNames('slitRoll', ids(slitRollId), {}),
    ...useNames('testIndex', ids(indexId), {}),
  }
  return [names[slitRollId ?? jumboRollId ?? ''] ?? '…', names[indexId ?? ''] ?? '…'].join(' · ')
}
