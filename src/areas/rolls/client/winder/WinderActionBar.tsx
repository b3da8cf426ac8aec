import { useTranslation } from 'react-i18next'
import { useCanCall } from '@/client/session/use-session'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { useOpenDialog } from '@/client/ui/Dialog'
import { EditIcon, PrintIcon, SettingsIcon, TableIcon, WarnIcon } from '@/client/ui/icons'
import { downgradeRoll, editRoll, weighRoll } from '../../contract/jumbo-commands'
import { isWeighable } from '../../rules/jumbo-roll'
import { DefectDialog } from './DefectDialog'
import { DowngradeDialog } from './DowngradeDialog'
import { resolveNextLabel } from './use-doff-follow-up'
import { WeighRollDialog } from './WeighRollDialog'
import type { WinderStatus } from './use-winder'
import { getWebWidth, type ChangeParams, type WinderRoll } from '../shared/winder-state'

const MAX_RECENT_ROLLS = 10

/**
 * Actions at the winder: a defect on the roll being wound, and weight, downgrade and label of the roll just doffed.
 */
export function WinderActionBar({
  winder,
  coreKg,
  isRollOpen,
  onRun,
  changeParams,
}: {
  winder: WinderStatus
  coreKg: number | null
  /** True if a roll panel is open; weight, downgrade and label are then in that panel. */
  isRollOpen: boolean
  onRun: () => void
  changeParams: ChangeParams
}) {
  const { t } = useTranslation('rolls')
  const [canEdit, canWeigh, canDowngrade] = [useCanCall(editRoll), useCanCall(weighRoll), useCanCall(downgradeRoll)]
  const { roll, rolls, doffedRolls, order, progress, web } = winder
  const dialog = useOpenDialog<'defect' | 'weigh' | 'downgrade', WinderRoll>(rolls)
  const lastDoffed = doffedRolls.find((doffedRoll) => isWeighable(doffedRoll.state)) ?? null
  // The oldest unweighed roll among the recent rolls, else the last doffed roll.
  const rollToWeigh =
    doffedRolls
      .slice(0, MAX_RECENT_ROLLS)
      .findLast((doffedRoll) => doffedRoll.netKg === null && doffedRoll.state === 'uncut') ?? lastDoffed
  const noneDoffedReason = t('pages.winder.noneDoffed')
  return (
    <>
      <div className="wd-actions">
        {canEdit && (
          <ExplainedButton
            icon={<WarnIcon size={20} />}
            disabledReason={roll ? null : t('pages.winder.nothingWinds')}
            onClick={() => dialog.open('defect', roll)}
          >
            {t('jumboRoll.fields.defects')}
          </ExplainedButton>
        )}
        {!isRollOpen && canWeigh && (
          <ExplainedButton
            icon={<TableIcon size={20} />}
            disabledReason={rollToWeigh ? null : noneDoffedReason}
            onClick={() => dialog.open('weigh', rollToWeigh)}
          >
            {t('actions.jumboRoll_weigh')}
          </ExplainedButton>
        )}
        {!isRollOpen && canDowngrade && (
          <ExplainedButton
            icon={<EditIcon size={20} />}
            disabledReason={lastDoffed ? null : noneDoffedReason}
            onClick={() => dialog.open('downgrade', lastDoffed)}
          >
            {t('actions.jumboRoll_downgrade')}
          </ExplainedButton>
        )}
        {!isRollOpen && (
          <ExplainedButton
            icon={<PrintIcon size={20} />}
            disabledReason={lastDoffed ? null : noneDoffedReason}
            onClick={() => lastDoffed && changeParams({ labels: lastDoffed.id })}
          >
            {t('pages.winder.label')}
          </ExplainedButton>
        )}
        {canEdit && (
          <Button icon={<SettingsIcon size={20} />} onClick={onRun}>
            {t('pages.winder.run')}
          </Button>
        )}
      </div>
      {dialog.kind === 'defect' && dialog.row && (
        <DefectDialog
          roll={dialog.row}
          widthMm={getWebWidth(dialog.row, web)}
          woundM={dialog.row.id === roll?.id ? (progress?.woundM ?? null) : null}
          orderedM={order?.id === dialog.row.workOrderId ? order.jumboLengthM : null}
          onClose={dialog.close}
        />
      )}
      {dialog.kind === 'weigh' && dialog.row && (
        <WeighRollDialog
          roll={dialog.row}
          order={order?.id === dialog.row.workOrderId ? order : null}
          web={web}
          coreKg={coreKg}
          onClose={(weighedRoll) => {
            dialog.close()
            if (weighedRoll) changeParams({ labels: resolveNextLabel(weighedRoll) })
          }}
        />
      )}
      {dialog.kind === 'downgrade' && dialog.row && <DowngradeDialog roll={dialog.row} onClose={dialog.close} />}
    </>
  )
}
