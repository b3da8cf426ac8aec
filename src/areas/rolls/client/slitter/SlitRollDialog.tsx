import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { Dialog } from '@/client/ui/Dialog'
import { DowngradeForm } from '../DowngradeForm'
import { DowngradeList } from '../DowngradeList'
import { useTakeBackSlitDowngrade } from '../use-take-back-downgrade'
import type { SlitRollDowngrades, StoredJumbo, DisplayedRoll, DisplayedSet } from './displayed-sets'
import { MoveRollForm } from './MoveRollForm'
import { RecycleForm } from './RecycleForm'
import { useFormatSet } from './use-format-set'

export interface SlitRollDialogProps {
  roll: DisplayedRoll
  set: DisplayedSet
  jumbo: StoredJumbo
  otherSets: readonly DisplayedSet[]
  cuttingId: string
  onDowngrade: (downgrades: SlitRollDowngrades) => void
  onClose: () => void
}

/** One slit roll: downgrade it, move it to another set, or recycle it. */
export function SlitRollDialog({ roll, set, otherSets, cuttingId, onDowngrade, onClose }: SlitRollDialogProps) {
  const { t } = useTranslation('rolls')
  const formatSet = useFormatSet()
  const takeBackHandle = useTakeBackSlitDowngrade(roll, { id: set.id, cuttingId })
  const [part, setPart] = useState<'downgrade' | 'move' | 'recycle'>('downgrade')
  const mayEdit = useHasPermission('divideInteractiveEdit') && roll.state === 'made'
  const targets = otherSets.filter((other) => other.id !== set.id && other.setNumber !== null)
  const parts =
    targets.length > 0 && roll.id ? (['downgrade', 'move', 'recycle'] as const) : (['downgrade', 'recycle'] as const)
  const words = {
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
      <div className="ui-sheet-form">
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
          <fieldset className="choice-row">
            {parts.map((one) => (
              <button key={one} type="button" aria-pressed={part === one} onClick={() => setPart(one)}>
                {words[one]}
              </button>
            ))}
          </fieldset>
        )}
        {part === 'move' && roll.id && (
          <MoveRollForm roll={{ id: roll.id, version: roll.version }} targets={targets} onClose={onClose} />
        )}
        {part === 'downgrade' &&
          (mayEdit ? (
            <DowngradeForm
              of="slitRoll"
              downgrades={roll.downgrades}
              takenBack={roll.takenBackDowngrades}
              lengthM={roll.lengthM}
              kgByGrade={roll.kg ?? roll.expectedKg}
              defect={roll.defects[0]?.kind ?? null}
              busy={takeBackHandle.busy}
              onSave={onDowngrade}
              onTakeBack={takeBackHandle.takeBack}
            />
          ) : (
            <>
              <DowngradeList
                of="slitRoll"
                downgrades={roll.downgrades}
                takenBack={roll.takenBackDowngrades}
                busy={takeBackHandle.busy}
                onTakeBack={takeBackHandle.takeBack}
              />
              {roll.downgrades.length === 0 && <p className="quiet">{t('pages.divideInteractive.allGood')}</p>}
            </>
          ))}
        {part === 'recycle' && <RecycleForm roll={roll} setId={set.id} cuttingId={cuttingId} onDone={onClose} />}
      </div>
    </Dialog>
  )
}
