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

/** What is done beside the winder, a tap each: a defect on the roll that winds; weight, downgrade and label of the one that just came off. */
export function WinderActions({
  winder,
  coreKg,
  opened,
  onRun,
  change,
}: {
  winder: Winder
  coreKg: number | null
  /** A roll is open beside this: weight, downgrade and label are those of that one, in its panel. */
  opened: boolean
  onRun: () => void
  change: Change
}) {
  const { t } = useTranslation('rolls')
  const [mayEdit, mayWeigh, mayDowngrade] = [useCanCall(editRoll), useCanCall(weighRoll), useCanCall(downgradeRoll)]
  const { roll, rolls, doffed, order, progress, web } = winder
  const sheet = useOpenDialog<'defect' | 'weigh' | 'downgrade', Roll>(rolls)
  const last = doffed.find((one) => isWeighable(one.state)) ?? null
  // The oldest of the last rolls that still waits for the scale.
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
