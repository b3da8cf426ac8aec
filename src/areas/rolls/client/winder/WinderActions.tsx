import { useTranslation } from 'react-i18next'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { useOpenDialog } from '@/client/use-open-dialog'
import { EditIcon, PrintIcon, SettingsIcon, TableIcon, WarnIcon } from '@/client/ui/icons'
import { downgradeRoll, editRoll, weighRoll } from '../../contract/jumbo-commands'
import { isWeighable } from '../../rules/jumbo-roll'
import { DefectSheet } from './DefectSheet'
import { DowngradeSheet } from './DowngradeSheet'
import { labelNext } from './use-after-doff'
import { WeighSheet } from './WeighSheet'
import type { Winder } from './use-winder'
import { widthOf, type Change, type Roll } from './winder-state'

/**
 * One-tap actions at the winder: a defect on the roll being wound; weight, downgrade and label of the roll just doffed.
 */
export function WinderActions({
  winder,
  coreKg,
  opened,
  onRun,
  change,
}: {
  winder: Winder
  coreKg: number | null
  /** True if a roll panel is open; weight, downgrade and label are then in that panel. */
  opened: boolean
  onRun: () => void
  change: Change
}) {
  const { t } = useTranslation('rolls')
  const [mayEdit, mayWeigh, mayDowngrade] = [useCanCall(editRoll), useCanCall(weighRoll), useCanCall(downgradeRoll)]
  const { roll, rolls, doffed, order, progress, web } = winder
  const sheet = useOpenDialog<'defect' | 'weigh' | 'downgrade', Roll>(rolls)
  const last = doffed.find((one) => isWeighable(one.state)) ?? null
  // The oldest recent roll that is not weighed yet.
  const toWeigh = doffed.slice(0, 10).findLast((one) => one.netKg === null && one.state === 'uncut') ?? last
  const none = t('pages.winder.noneDoffed')
  return (
    <>
      <div className="wd-actions">
        {mayEdit && (
          <ExplainedButton
            icon={<WarnIcon size={20} />}
            disabledReason={roll ? null : t('pages.winder.nothingWinds')}
            onClick={() => sheet.open('defect', roll)}
          >
            {t('jumboRoll.fields.defects')}
          </ExplainedButton>
        )}
        {!opened && mayWeigh && (
          <ExplainedButton
            icon={<TableIcon size={20} />}
            disabledReason={toWeigh ? null : none}
            onClick={() => sheet.open('weigh', toWeigh)}
          >
            {t('actions.jumboRoll_weigh')}
          </ExplainedButton>
        )}
        {!opened && mayDowngrade && (
          <ExplainedButton
            icon={<EditIcon size={20} />}
            disabledReason={last ? null : none}
            onClick={() => sheet.open('downgrade', last)}
          >
            {t('actions.jumboRoll_downgrade')}
          </ExplainedButton>
        )}
        {!opened && (
          <ExplainedButton
            icon={<PrintIcon size={20} />}
            disabledReason={last ? null : none}
            onClick={() => last && change({ labels: last.id })}
          >
            {t('pages.winder.label')}
          </ExplainedButton>
        )}
        {mayEdit && (
          <Button icon={<SettingsIcon size={20} />} onClick={onRun}>
            {t('pages.winder.run')}
          </Button>
        )}
      </div>
      {sheet.kind === 'defect' && sheet.row && (
        <DefectSheet
          roll={sheet.row}
          widthMm={widthOf(sheet.row, web)}
          metres={sheet.row.id === roll?.id ? (progress?.metres ?? null) : null}
          orderedM={order?.id === sheet.row.workOrderId ? order.jumboLengthM : null}
          onClose={sheet.close}
        />
      )}
      {sheet.kind === 'weigh' && sheet.row && (
        <WeighSheet
          roll={sheet.row}
          order={order?.id === sheet.row.workOrderId ? order : null}
          web={web}
          coreKg={coreKg}
          onClose={(weighed) => {
            sheet.close()
            if (weighed) change({ labels: labelNext(weighed) })
          }}
        />
      )}
      {sheet.kind === 'downgrade' && sheet.row && <DowngradeSheet roll={sheet.row} onClose={sheet.close} />}
    </>
  )
}
