import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getStoredConflict } from '@/client/api/api-error'
import { notify } from '@/client/api/notify'
import type { UnsentCommand } from '@/client/api/phone'
import { useSendCommand } from '@/client/api/use-send-command'
import { useRow, useUnsentCommands } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLabels } from '@/client/i18n/labels'
import { ConflictScreen } from '@/client/resource/ConflictScreen'
import { RefusalNotice } from '@/client/resource/UnsentBadge'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { text } from '@/contract/field'
import { testResult } from '../contract/test-result'
import { parseSamples, findUnreadableSample, formatSamples, type TestResultRow } from './cell-samples'
import { listResultCommands, discardUnsent, replaceUnsent } from './use-save-cell'

const RESULT_FIELD_PLACE = { area: testResult.area, owner: testResult.name }
const CONFLICT_FIELDS = { samples: text() }

/**
 * Resolves a value of this phone that the server refused: shows its roll, index and the reason, and lets the person
 * correct or discard it. If somebody else entered the same cell, both values are shown side by side.
 */
export function UnsentResultPage({ item, onBack }: { item: UnsentCommand; onBack: (batchId: string | null) => void }) {
  const { t } = useTranslation(['laboratory', 'client'])
  const labels = useLabels('laboratory')
  const commands = listResultCommands(useUnsentCommands(), item.entityId)
  const sendUpdate = useSendCommand(testResult.endpoints.update)
  const { row } = useRow(testResult, item.entityId)
  const conflict = getStoredConflict(item.lastError)
  const serverResult = conflict?.theirs as TestResultRow | undefined
  const localResult = { ...row, ...serverResult, ...item.body, ...conflict?.mine } as Partial<TestResultRow>
  const title = useResultTitle(localResult)
  const localText = formatSamples(localResult as TestResultRow)
  const [typedText, setTypedText] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const goBack = () => onBack(localResult.batchId ?? null)
  const runAndGoBack = async (task: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await task()
      goBack()
    } catch (error) {
      void notify(t('client:sync.failed', { reason: error instanceof Error ? error.message : String(error) }), 'fail')
    } finally {
      setIsBusy(false)
    }
  }
  const settleConflict = async (keepsMine: boolean, version: number) => {
    if (!serverResult || !keepsMine) return discardUnsent(commands)
    const samples = parseSamples(localText, localResult as TestResultRow)
    if (serverResult.id === item.entityId) return replaceUnsent(commands, samples, version)
    // The cell already has a result of somebody else. The update overwrites that result, so the row of this phone is
    // discarded.
    await sendUpdate({ id: serverResult.id, version, samples }, { baseVersion: version })
    return discardUnsent(commands)
  }
  if (conflict && serverResult)
    return (
      <ConflictScreen
        title={title}
        conflict={{
          mine: { samples: localText },
          theirs: {
            samples: formatSamples(serverResult),
            version: serverResult.version,
            updatedAt: serverResult.updatedAt,
          },
          by: conflict.by ?? null,
        }}
        fields={CONFLICT_FIELDS}
        place={RESULT_FIELD_PLACE}
        refs={{}}
        busy={isBusy}
        onSave={({ samples }, version) => void runAndGoBack(() => settleConflict(samples === localText, version))}
        onBack={goBack}
      />
    )
  const saveCorrection = () => {
    const samples = parseSamples(typedText ?? localText, localResult as TestResultRow)
    const unreadableSample = findUnreadableSample(samples)
    if (unreadableSample)
      return void notify(t(`refusals.sheet.${unreadableSample.why}`, { value: unreadableSample.text }), 'fail')
    return void runAndGoBack(() => replaceUnsent(commands, samples))
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={title}
      onBack={goBack}
      primary={
        <>
          <Button className="beside" disabled={isBusy} onClick={() => void runAndGoBack(() => discardUnsent(commands))}>
            {t('client:sync.discard')}
          </Button>
          <Button look="primary" disabled={isBusy || !item.editable} onClick={saveCorrection}>
            {t('client:resource.save')}
          </Button>
        </>
      }
    >
      {item.lastError && <RefusalNotice op={item.op} error={item.lastError} />}
      <label className="stack gap-1">
        {labels.field(RESULT_FIELD_PLACE, 'samples')}
        <input
          className="ui-input"
          inputMode="decimal"
          value={typedText ?? localText}
          onChange={(event) => setTypedText(event.target.value)}
        />
      </label>
    </PageFrame>
  )
}
/** Builds the title of a result: roll number and index name. */
function useResultTitle({ jumboRollId, slitRollId, indexId }: Partial<TestResultRow>): string {
  const toIds = (id: string | null | undefined) => (id ? [id] : [])
  const names = {
    ...useNames('jumboRoll', toIds(jumboRollId), {}),
    ...useNames('slitRoll', toIds(slitRollId), {}),
    ...useNames('testIndex', toIds(indexId), {}),
  }
  return [names[slitRollId ?? jumboRollId ?? ''] ?? '…', names[indexId ?? ''] ?? '…'].join(' · ')
}
