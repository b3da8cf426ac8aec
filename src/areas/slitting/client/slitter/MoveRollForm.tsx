import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { ExplainedButton } from '@/client/ui/Button'
import { moveRoll } from '@/areas/slitting/contract/slitting-endpoints'
import { useSlitterCommand } from '../shared/use-slitter-command'

/** Moves a roll to another set of its jumbo if it was recorded at the wrong doff. */
export function MoveRollForm({
  roll,
  targetSets,
  onClose,
}: {
  roll: { id: string; version: number }
  targetSets: readonly { id: string; setNumber: number | null }[]
  onClose: () => void
}) {
  const { t } = useTranslation('slitting')
  const [targetSetId, setTargetSetId] = useState(targetSets[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const move = useSlitterCommand(moveRoll)
  const offlineReason = useNoNetworkReason()
  const submit = async () => {
    if (await move.execute({ id: roll.id, version: roll.version, slitSetId: targetSetId, reason: reason.trim() }))
      onClose()
  }
  return (
    <form
      className="ui-sheet-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() && targetSetId && !move.busy) void submit()
      }}
    >
      <p className="quiet">{t('pages.divideInteractive.moveHint')}</p>
      <fieldset className="choice-row">
        {targetSets.map((set) => (
          <button
            key={set.id}
            type="button"
            aria-pressed={targetSetId === set.id}
            onClick={() => setTargetSetId(set.id)}
          >
            {t('pages.divideInteractive.setWord', { set: set.setNumber })}
          </button>
        ))}
      </fieldset>
      <label>
        {t('inputs.reason')}
        <input
          className="ui-input"
          value={reason}
          maxLength={1000}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="ui-actions">
        <ExplainedButton
          type="submit"
          look="primary"
          disabledReason={
            offlineReason ?? (reason.trim() || move.busy ? null : t('pages.divideInteractive.reasonFirst'))
          }
        >
          {t('actions.slitRoll_move')}
        </ExplainedButton>
      </div>
    </form>
  )
}
