import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { Dialog } from '@/client/ui/Dialog'
import { DowngradeForm } from '../DowngradeForm'
import { DowngradesSaid } from '../DowngradesSaid'
import { useTakeBackOfSlit } from '../take-back-downgrade'
import type { Downgrades, Jumbo, ShownRoll, ShownSet } from './cut-state'
import { MoveRoll } from './MoveRoll'
import { Recycle } from './Recycle'
import { useSetWord } from './set-word'

export interface RollSheetProps {
  roll: ShownRoll
  set: ShownSet
  jumbo: Jumbo
  others: readonly ShownSet[]
  cuttingId: string
  onDowngrade: (downgrades: Downgrades) => void
  onClose: () => void
}

/** One slit roll: downgrade it, move it to another set, or recycle it. */
export function RollSheet({ roll, set, others, cuttingId, onDowngrade, onClose }: RollSheetProps) {
  const { t } = useTranslation('rolls')
  const setWord = useSetWord()
  const back = useTakeBackOfSlit(roll, { id: set.id, cuttingId })
  const [part, setPart] = useState<'downgrade' | 'move' | 'recycle'>('downgrade')
  const mayEdit = useHasPermission('divideInteractiveEdit') && roll.state === 'made'
  const targets = others.filter((other) => other.id !== set.id && other.setNumber !== null)
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
      title={roll.number ?? `${setWord(set)} · ${t('pages.divideInteractive.lane', { lane: roll.lane })}`}
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
          <MoveRoll roll={{ id: roll.id, version: roll.version }} targets={targets} onClose={onClose} />
        )}
        {part === 'downgrade' &&
          (mayEdit ? (
            <DowngradeForm
              of="slitRoll"
              downgrades={roll.downgrades}
              takenBack={roll.takenBackDowngrades}
              lengthM={roll.lengthM}
              kg={roll.kg ?? roll.expectedKg}
              defect={roll.defects[0]?.kind ?? null}
              busy={back.busy}
              onSave={onDowngrade}
              onTakeBack={back.take}
            />
          ) : (
            <>
              <DowngradesSaid
                of="slitRoll"
                downgrades={roll.downgrades}
                takenBack={roll.takenBackDowngrades}
                busy={back.busy}
                onTakeBack={back.take}
              />
              {roll.downgrades.length === 0 && <p className="quiet">{t('pages.divideInteractive.allGood')}</p>}
            </>
          ))}
        {part === 'recycle' && <Recycle roll={roll} setId={set.id} cuttingId={cuttingId} onDone={onClose} />}
      </div>
    </Dialog>
  )
}
