import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import { useList, useRow, useUnsentCommands } from '@/client/api/use-list'
import { getPlantMoment } from '@/client/clock'
import { useHasPermission } from '@/client/session/use-session'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { Dialog } from '@/client/ui/Dialog'
import { slitSet } from '@/areas/slitting/contract/slitting'
import { editSet } from '@/areas/slitting/contract/slitting-commands'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import type { SlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import { DowngradeForm } from '@/areas/rolls/client/shared/DowngradeForm'
import { addSeenValues, withUnsentEdits, type RollChange, type StoredSlitRoll } from './displayed-sets'
import { useTakeBackSlitDowngrade } from '../shared/use-take-back-slit-downgrade'
import { labelContents } from '@/areas/rolls/rules/label-contents'
import { OutdatedLabelBadge } from '@/areas/rolls/client/shared/labels/OutdatedLabelBadge'
import { MoveRollForm } from './MoveRollForm'
import { RecycleForm } from './RecycleForm'
import { useSlitterCommand } from '../shared/use-slitter-command'
import { WeighLaneDialog } from './WeighLaneDialog'
import { getSlitRollKg } from '@/areas/rolls/rules/roll-mass'

type SlitRollDialogKind = 'weigh' | 'downgrade' | 'move' | 'recycle'

/**
 * Actions of a scanned slit roll. Disabled actions show the reason. Each command names the cutting of the roll's set,
 * because the phone sends the commands of one cutting in order.
 */
export function SlitRollActionBar({
  roll: storedRoll,
  limits,
  onLabel,
}: {
  roll: StoredSlitRoll
  limits: SlitterLimits
  onLabel: () => void
}) {
  const { t } = useTranslation('slitting')
  const mayEdit = useHasPermission('divideInteractiveEdit')
  const [openDialog, setOpenDialog] = useState<SlitRollDialogKind | null>(null)
  const roll = withUnsentEdits(storedRoll, useUnsentCommands())
  const { row: set, isLoading } = useRow(slitSet, roll.slitSetId)
  const sets = useList(slitSet, { jumboRollId: roll.jumboRollId, state: 'made', size: 100 }, { enabled: mayEdit })
  const edit = useSlitterCommand(editSet)
  const renderTakeBackDialog = useTakeBackSlitDowngrade(roll, set)
  const targetSets = sets.rows.filter((targetSet) => targetSet.id !== roll.slitSetId && targetSet.setNumber !== null)
  const holdReason = useHoldReason(roll.holds)
  const close = () => setOpenDialog(null)
  const saveChange = async (change: RollChange) => {
    if (!set) return
    const rolls = [{ rollId: roll.id, ...addSeenValues(change, roll) }]
    const input = { id: set.id, cuttingId: set.cuttingId, rolls, occurredAt: getPlantMoment() } as EndpointInput<
      typeof editSet
    >
    if (await edit.execute(input)) close()
  }
  const state = t(`slitRoll.options.state.${roll.state}`)
  const setBlockReason = set || isLoading ? null : t('pages.divideInteractive.setUnknown')
  const blockReason = roll.state === 'made' ? setBlockReason : t('pages.divideInteractive.notInState', { state })
  return (
    <>
      <div className="roll-actions">
        <OutdatedLabelBadge row={roll} currentContent={labelContents.slitRoll(roll)} />
        {mayEdit && (
          <>
            <ExplainedButton disabledReason={blockReason} onClick={() => setOpenDialog('weigh')}>
              {t('pages.divideInteractive.weigh')}
            </ExplainedButton>
            <ExplainedButton disabledReason={blockReason} onClick={() => setOpenDialog('downgrade')}>
              {t('pages.divideInteractive.downgrade')}
            </ExplainedButton>
            <ExplainedButton
              disabledReason={blockReason ?? (targetSets.length === 0 ? t('pages.divideInteractive.noOtherSet') : null)}
              onClick={() => setOpenDialog('move')}
            >
              {t('actions.slitRoll_move')}
            </ExplainedButton>
            <ExplainedButton disabledReason={blockReason ?? holdReason} onClick={() => setOpenDialog('recycle')}>
              {t('pages.divideInteractive.recycle')}
            </ExplainedButton>
          </>
        )}
        <Button icon={<PrintIcon size={20} />} onClick={onLabel}>
          {t('pages.divideInteractive.printRoll')}
        </Button>
      </div>
      {openDialog === 'weigh' && (
        <WeighLaneDialog
          roll={roll}
          limits={limits}
          onClose={close}
          onDone={(kg) => {
            if (kg === null) return close()
            if (judgeWeight(kg, roll.expectedKg, limits.weightTolerance).verdict !== 'refused') void saveChange({ kg })
          }}
        />
      )}
      {openDialog && openDialog !== 'weigh' && set && (
        <Dialog open onClose={close} title={roll.number}>
          {openDialog === 'downgrade' && (
            <DowngradeForm
              downgrades={roll.downgrades}
              takenBack={roll.takenBackDowngrades}
              lengthM={roll.lengthM}
              rollKg={getSlitRollKg(roll)}
              likelyDefect={roll.defects[0]?.kind ?? null}
              busy={edit.busy}
              onSave={(downgrades) => void saveChange({ downgrades })}
              renderTakeBackDialog={renderTakeBackDialog}
            />
          )}
          {openDialog === 'move' && <MoveRollForm roll={roll} targetSets={targetSets} onClose={close} />}
          {openDialog === 'recycle' && (
            <RecycleForm roll={roll} setId={set.id} cuttingId={set.cuttingId} onDone={close} />
          )}
        </Dialog>
      )}
    </>
  )
}
