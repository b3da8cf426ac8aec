import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getBarredReason, getAllowedCommands, type CommandRights } from '@/contract/command-rights'
import { getRowCards } from '@/client/area-registry'
import { AreaCards } from '@/client/shell/AreaCards'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { Quantity } from '@/client/ui/Quantity'
import { getMetresLeft, slitJumboStates } from '../../rules/jumbo-roll'
import { RowActionBar } from '@/client/resource/RowActionBar'
import { useActor } from '@/client/session/use-session'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { StateBadge } from '@/client/ui/StateBadge'
import { downgradeRoll, editRoll, removeRoll, retireRoll, weighRoll } from '../../contract/jumbo-commands'
import { HoldNotice, useHoldReason } from '../shared/HoldNotice'
import { jumboRoll } from '../../contract/jumbo-roll'
import { endingReasons } from '../../contract/preset-reasons'
import { labelContents } from '../../rules/label-contents'
import { OutdatedLabelBadge } from '../shared/labels/OutdatedLabelBadge'
import { DefectMapChart } from './DefectMapChart'
import { DefectDialog } from './DefectDialog'
import { DowngradeDialog } from './DowngradeDialog'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { gradeTones, formatRollName, jumboStateTones } from '../shared/roll-display'
import { WeighRollDialog } from './WeighRollDialog'
import type { ChangeParams, WinderOrder, WinderRoll } from '../shared/winder-state'

const DETAIL_FIELDS = [
  'workOrderId',
  'productId',
  'lineId',
  'gsm',
  'widthMm',
  'lengthM',
  'leftM',
  'netKg',
  'expectedKg',
  'grossKg',
  'coreKg',
  'weighedBy',
  'speed',
  'splices',
  'startedAt',
  'doffedAt',
  'businessDate',
  'shift',
  'team',
  'userId',
  'downgrades',
  'defects',
  'lots',
  'unknownKg',
  'labels',
  'note',
  'images',
  'reason',
] as const
type FooterCommand = typeof downgradeRoll | typeof weighRoll
type RollDialogKind = 'weigh' | 'defect' | 'downgrade' | 'remove' | 'consume' | 'scrap' | null

/** One jumbo: its details, its defects and its available actions. */
export function JumboRollPanel({
  roll,
  order,
  refs,
  coreKg,
  onBack,
  changeParams,
}: {
  roll: WinderRoll
  order: WinderOrder | null
  refs: Readonly<Record<string, string>>
  /** Core mass of the previous roll, proposed for weighing. */
  coreKg: number | null
  onBack: (() => void) | undefined
  changeParams: ChangeParams
}) {
  const { t } = useTranslation(['rolls', 'contract', 'client'])
  const [openDialog, setOpenDialog] = useState<RollDialogKind>(null)
  const actor = useActor()
  const holdReason = useHoldReason(roll.holds)
  const canPerform = (command: CommandRights) => getBarredReason(command, roll, actor) === null
  const footerCommands = getAllowedCommands<FooterCommand>([downgradeRoll, weighRoll], roll, actor)
  const close = () => setOpenDialog(null)
  const cells = {
    shift: (row: ListRow) => (row['shift'] ? t(`contract:shifts.${String(row['shift'])}`) : '–'),
    leftM: () => <Quantity value={getMetresLeft(roll)} unit="m" decimals={1} />,
  }
  return (
    <PageFrame
      title={formatRollName(roll, t)}
      subtitle={refs[roll.workOrderId]}
      {...(onBack ? { onBack } : {})}
      tools={
        roll.number && (
          <Button
            look="quiet"
            icon={<PrintIcon size={20} />}
            aria-label={t('pages.winder.label')}
            title={t('pages.winder.label')}
            onClick={() => changeParams({ labels: roll.id })}
          />
        )
      }
      primary={
        footerCommands.length > 0 && (
          <CommandButtons
            commands={footerCommands}
            row={roll}
            secondaryCommands={[downgradeRoll]}
            onOpenForm={(command) => setOpenDialog(command === weighRoll ? 'weigh' : 'downgrade')}
          />
        )
      }
    >
      <p className="wd-chips cluster">
        <StateBadge tone={jumboStateTones[roll.state]}>{t(`jumboRoll.options.state.${roll.state}`)}</StateBadge>
        {roll.doffedAt && (
          <StateBadge tone={gradeTones[roll.grade]}>{t(`jumboRoll.options.grade.${roll.grade}`)}</StateBadge>
        )}
        {roll.weightUnusual && <StateBadge tone="warn">{t('jumboRoll.fields.weightUnusual')}</StateBadge>}
        <OutdatedLabelBadge row={roll} currentContent={labelContents.jumboRoll(roll)} />
      </p>
      {roll.lengthM !== null && (roll.defects.length > 0 || roll.downgrades.length > 0) && (
        <DefectMapChart roll={roll} />
      )}
      <HoldNotice holds={roll.holds} />
      <ResourceDetailView resource={jumboRoll} row={roll} refs={refs} fieldNames={DETAIL_FIELDS} cells={cells} />
      {slitJumboStates.some((state) => state === roll.state) && (
        <AreaCards
          cards={getRowCards('cutJumbo')}
          cardProps={{ kind: 'cutJumbo', id: roll.id, label: roll.number ?? '' }}
        />
      )}
      <div className="ui-actions">
        {roll.number && <RowActionBar resource={jumboRoll.name} id={roll.id} />}
        {canPerform(editRoll) && (
          <Button onClick={() => setOpenDialog('defect')}>{t('jumboRoll.fields.defects')}</Button>
        )}
        {canPerform(retireRoll) && (
          <ExplainedButton disabledReason={holdReason} onClick={() => setOpenDialog('consume')}>
            {t('inputOptions.action.consume')}
          </ExplainedButton>
        )}
        {canPerform(retireRoll) && (
          <Button onClick={() => setOpenDialog('scrap')}>
            {t(roll.state === 'remnant' ? 'jumboRoll.steps.scrapRemnant' : 'inputOptions.action.scrap')}
          </Button>
        )}
        {canPerform(removeRoll) && (
          <Button look="danger" onClick={() => setOpenDialog('remove')}>
            {t('jumboRoll.steps.remove')}
          </Button>
        )}
      </div>
      {/* Outside `primary`, so that a dialog stays open with a notice if the roll no longer allows its command. */}
      {openDialog === 'weigh' && <WeighRollDialog roll={roll} order={order} coreKg={coreKg} onClose={close} />}
      {openDialog === 'downgrade' && <DowngradeDialog roll={roll} onClose={close} />}
      {openDialog === 'defect' && (
        <DefectDialog
          roll={roll}
          widthMm={roll.widthMm}
          woundM={null}
          orderedM={order?.jumboLengthM ?? null}
          onClose={close}
        />
      )}
      {(openDialog === 'remove' || openDialog === 'consume' || openDialog === 'scrap') && (
        <RollEndingDialog ending={openDialog} roll={roll} onClose={close} />
      )}
    </PageFrame>
  )
}
function RollEndingDialog({
  ending,
  roll,
  onClose,
}: {
  ending: 'remove' | 'consume' | 'scrap'
  roll: WinderRoll
  onClose: () => void
}) {
  const { t } = useTranslation('rolls')
  const actionLabel = t(`jumboRoll.steps.${ending === 'scrap' && roll.state === 'remnant' ? 'scrapRemnant' : ending}`)
  const dialogProps = {
    label: actionLabel,
    objectName: formatRollName(roll, t),
    isDangerous: ending !== 'consume',
    onClose,
  }
  return ending === 'remove' ? (
    <CommandDialog command={removeRoll} row={roll} {...dialogProps} />
  ) : (
    <CommandDialog
      command={retireRoll}
      row={roll}
      values={{ action: ending }}
      presets={endingReasons[ending]}
      {...dialogProps}
    />
  )
}
