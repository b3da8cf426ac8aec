import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { Dialog } from '@/client/ui/Dialog'
import { DowngradeForm } from '@/areas/rolls/client/shared/DowngradeForm'
import { DowngradeList } from '@/areas/rolls/client/shared/DowngradeList'
import { useTakeBackSlitDowngrade } from '../shared/use-take-back-slit-downgrade'
import type { SlitRollDowngrades, DisplayedRoll, DisplayedSet } from './displayed-sets'
import { MoveRollForm } from './MoveRollForm'
import { RecycleForm } from './RecycleForm'
import { useFormatSet } from './use-displayed-sets'
import { getSlitRollKg } from '@/areas/rolls/rules/roll-mass'

export interface SlitRollDialogProps {
  roll: DisplayedRoll
  set: DisplayedSet
  otherSets: readonly DisplayedSet[]
  cuttingId: string
  onDowngrade: (downgrades: SlitRollDowngrades) => void
  onClose: () => void
}

/** Dialog for one slit roll: downgrade it, move it to another set, or recycle it. */
export function SlitRollDialog({ roll, set, otherSets, cuttingId, onDowngrade, onClose }: SlitRollDialogProps) {
  const { t } = useTranslation('slitting')
  const formatSet = useFormatSet()
  const renderTakeBackDialog = useTakeBackSlitDowngrade(roll, { id: set.id, cuttingId })
  const [chosenTab, setChosenTab] = useState<'downgrade' | 'move' | 'recycle'>('downgrade')
  const mayEdit = useHasPermission('divideInteractiveEdit') && roll.state === 'made'
  const targetSets = otherSets.filter((otherSet) => otherSet.id !== set.id && otherSet.setNumber !== null)
  const tabs =
    targetSets.length > 0 && roll.id ? (['downgrade', 'move', 'recycle'] as const) : (['downgrade', 'recycle'] as const)
  const tabLabels = {
    downgrade: t('pages.divideInteractive.downgrade'),
    move: t('actions.slitRoll_move'),
    recycle: t('pages.divideInteractive.recycle'),
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={roll.number ?? `${formatSet(set)} · ${t('pages.divideInteractive.lane', { lane: roll.lane })}`}
    >
      <div className="ui-sheet-form stack gap-3">
        {roll.defects.length > 0 && (
          <ul className="sheet-list">
            {roll.defects.map((d) => (
              <li key={`${d.kind} ${d.fromM} ${d.fromMm}`} className="quiet">
                {t(`slitRoll.subOptions.defects.kind.${d.kind}`)} · {d.fromM}–{d.toM} m
              </li>
            ))}
          </ul>
        )}
        {mayEdit && (
          <fieldset className="choice-row cluster">
            {tabs.map((tab) => (
              <button key={tab} type="button" aria-pressed={chosenTab === tab} onClick={() => setChosenTab(tab)}>
                {tabLabels[tab]}
              </button>
            ))}
          </fieldset>
        )}
        {chosenTab === 'move' && roll.id && (
          <MoveRollForm roll={{ id: roll.id, version: roll.version }} targetSets={targetSets} onClose={onClose} />
        )}
        {chosenTab === 'downgrade' &&
          (mayEdit ? (
            <DowngradeForm
              downgrades={roll.downgrades}
              takenBack={roll.takenBackDowngrades}
              lengthM={roll.lengthM}
              rollKg={getSlitRollKg(roll)}
              likelyDefect={roll.defects[0]?.kind ?? null}
              busy={false}
              onSave={onDowngrade}
              renderTakeBackDialog={renderTakeBackDialog}
            />
          ) : (
            <>
              <DowngradeList
                downgrades={roll.downgrades}
                takenBack={roll.takenBackDowngrades}
                renderTakeBackDialog={renderTakeBackDialog}
              />
              {roll.downgrades.length === 0 && <p className="quiet">{t('pages.divideInteractive.allGood')}</p>}
            </>
          ))}
        {chosenTab === 'recycle' && <RecycleForm roll={roll} setId={set.id} cuttingId={cuttingId} onDone={onClose} />}
      </div>
    </Dialog>
  )
}
