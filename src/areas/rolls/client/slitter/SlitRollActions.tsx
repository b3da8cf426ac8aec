import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { Dialog } from '@/client/ui/Dialog'
import { slitSet } from '@/areas/rolls/contract/slitting'
import { editSet } from '@/areas/rolls/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import type { SlitterLimits } from '@/areas/rolls/rules/slitter-limits'
import { useHeldWord } from '../hold/OnHold'
import { DowngradeForm } from '../DowngradeForm'
import { withSeen, withUnsentEdits, type RollChange, type SlitRoll } from './cut-state'
import { useTakeBackOfSlit } from '../take-back-downgrade'
import { labelSaid } from '../../rules/label'
import { OldLabel } from '../labels/OldLabel'
import { MoveRoll } from './MoveRoll'
import { Recycle } from './Recycle'
import { useStep } from './use-step'
import { WeighPad } from './WeighPad'

type Open = 'weigh' | 'downgrade' | 'move' | 'recycle'

/**
 * Actions of a scanned slit roll; disabled ones show the reason. Commands of one cutting stay in order, so the set
 * supplies its cutting.
 */
export function SlitRollActions({
  roll: known,
  limits,
  onLabel,
}: {
  roll: SlitRoll
  limits: SlitterLimits
  onLabel: () => void
}) {
  const { t } = useTranslation('rolls')
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const [open, setOpen] = useState<Open | null>(null)
  const roll = withUnsentEdits(known, useUnsentCommands())
  const { row: set, isLoading } = useRow(slitSet, roll.slitSetId)
  const sets = useList(slitSet, { jumboRollId: roll.jumboRollId, state: 'made', size: 100 }, mayEdit)
  const edit = useStep(editSet)
  const back = useTakeBackOfSlit(roll, set)
  const targets = sets.rows.filter((one) => one.id !== roll.slitSetId && one.setNumber !== null)
  const held = useHeldWord(roll.holds)
  const close = () => setOpen(null)
  const write = async (change: RollChange) => {
    if (!set) return
    const rolls = [{ rollId: roll.id, ...withSeen(change, roll) }]
    const input = { id: set.id, cuttingId: set.cuttingId, rolls, occurredAt: getPlantMoment() } as EndpointInput<
      typeof editSet
    >
    if (await edit.take(input)) close()
  }
  const state = t(`slitRoll.options.state.${roll.state}`)
  const why =
    roll.state !== 'made'
      ? t('pages.divideInteractive.notInState', { state })
      : set || isLoading
        ? null
        : t('pages.divideInteractive.setUnknown')
  return (
    <>
      <div className="roll-actions">
        <OldLabel row={roll} now={labelSaid.slitRoll(roll)} />
        {mayEdit && (
          <>
            <ExplainedButton disabledReason={why} onClick={() => setOpen('weigh')}>
              {t('pages.divideInteractive.weigh')}
            </ExplainedButton>
            <ExplainedButton disabledReason={why} onClick={() => setOpen('downgrade')}>
              {t('pages.divideInteractive.downgrade')}
            </ExplainedButton>
            <ExplainedButton
              disabledReason={why ?? (targets.length === 0 ? t('pages.divideInteractive.noOtherSet') : null)}
              onClick={() => setOpen('move')}
            >
              {t('actions.slitRoll_move')}
            </ExplainedButton>
            <ExplainedButton disabledReason={why ?? held} onClick={() => setOpen('recycle')}>
              {t('pages.divideInteractive.recycle')}
            </ExplainedButton>
          </>
        )}
        <Button icon={<PrintIcon size={20} />} onClick={onLabel}>
          {t('pages.divideInteractive.printRoll')}
        </Button>
      </div>
      {open === 'weigh' && (
        <WeighPad
          roll={roll}
          limits={limits}
          onClose={close}
          onDone={(kg) => {
            if (kg === null) return close()
            if (judgeWeight(kg, roll.expectedKg, limits.weightTolerance).verdict !== 'refused') void write({ kg })
          }}
        />
      )}
      {open && open !== 'weigh' && set && (
        <Dialog open onClose={close} title={roll.number}>
          {open === 'downgrade' && (
            <DowngradeForm
              of="slitRoll"
              downgrades={roll.downgrades}
              takenBack={roll.takenBackDowngrades}
              lengthM={roll.lengthM}
              kg={roll.kg ?? roll.expectedKg}
              defect={roll.defects[0]?.kind ?? null}
              busy={edit.busy || back.busy}
              onSave={(downgrades) => void write({ downgrades })}
              onTakeBack={back.take}
            />
          )}
          {open === 'move' && <MoveRoll roll={roll} targets={targets} onClose={close} />}
          {open === 'recycle' && <Recycle roll={roll} setId={set.id} cuttingId={set.cuttingId} onDone={close} />}
        </Dialog>
      )}
    </>
  )
}
