import { useTranslation } from 'react-i18next'
import { InlineCommandForm } from '@/client/resource/InlineCommandForm'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { moveRoll } from '@/areas/slitting/contract/slitting-endpoints'
import { CHANGED_RESOURCES } from '../shared/use-slitter-command'

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
  const offlineReason = useNoNetworkReason()
  return (
    <InlineCommandForm
      command={moveRoll}
      row={roll}
      startValues={{ slitSetId: targetSets[0]?.id ?? '' }}
      above={<p className="quiet">{t('pages.divideInteractive.moveHint')}</p>}
      inputs={{
        slitSetId: ({ label, value, onChange, disabled }) => (
          <fieldset className="choice-row cluster" aria-label={label} disabled={disabled}>
            {targetSets.map(({ id, setNumber }) => (
              <button key={id} type="button" aria-pressed={value === id} onClick={() => onChange(id)}>
                {t('pages.divideInteractive.setWord', { set: setNumber })}
              </button>
            ))}
          </fieldset>
        ),
      }}
      check={() => offlineReason}
      changedResources={CHANGED_RESOURCES}
      onSaved={onClose}
    />
  )
}
