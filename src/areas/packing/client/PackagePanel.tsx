import { CommandDialog } from '@/client/resource/CommandDialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { getFromStates } from '@/contract/state-machine'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useHasPermission } from '@/client/session/use-session'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { Button, ExplainedButton } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { ResultView } from '@/client/ui/ResultView'
import { StateBadge } from '@/client/ui/StateBadge'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { runPackageAction, failedPackageChecks, unpackRolls } from '../contract/package-endpoints'
import { packageLifecycle, findUsualRollCount } from '../rules/package'
import { labelContents } from '@/areas/rolls/rules/label-contents'
import { OutdatedLabelBadge } from '@/areas/rolls/client/shared/labels/OutdatedLabelBadge'
import { countNotGoodRolls } from './use-package-labels'
import { HeldBadge, HoldNotice } from '@/areas/rolls/client/shared/HoldNotice'
import { packageTones } from './package-tones'
import { CHANGED_RESOURCES, useSlitterCommand } from '@/areas/slitting/client/shared/use-slitter-command'
import { PackageActionBar, type PackageAction } from './PackageActionBar'

/** Resources whose changes affect the failed checks. */
const CHECK_RESOURCES = ['package', 'slitRoll', 'qualityCheck']
/** Panel of one package with its customer, rolls and available actions. */
export function PackagePanel({
  row,
  refs,
  pendingAction,
  onPendingAction,
  onBack,
  onLabels,
}: {
  row: Row<typeof rollPackage>
  refs: Readonly<Record<string, string>>
  /**
   * The action that the person is confirming. The primary button of the page starts the next action of the package; the
   * buttons of this panel start the other actions.
   */
  pendingAction: PackageAction | null
  onPendingAction: (pendingAction: PackageAction | null) => void
  onBack: () => void
  onLabels: () => void
}) {
  const { t } = useTranslation(['packing', 'rolls', 'slitting'])
  const siblings = useList(rollPackage, { workOrderId: row.workOrderId, size: 200 })
  const usualRollCount =
    row.rolls > 0
      ? findUsualRollCount(
          row.rolls,
          siblings.rows.flatMap((sibling) =>
            sibling.id !== row.id && sibling.state !== 'open' ? [sibling.rolls] : [],
          ),
        )
      : null
  const rolls = useList(slitRoll, { packageId: row.id, size: 500 })
  const notGoodCount = countNotGoodRolls(rolls.rows, row.id)
  const checks = useEndpoint(failedPackageChecks, { id: row.id }, { resources: CHECK_RESOURCES })
  const failedChecks = checks.data ?? []
  const offlineReason = useNoNetworkReason()
  const actionCommand = useSlitterCommand(runPackageAction)
  const [rollToTakeOut, setRollToTakeOut] = useState<{ id: string; number: string } | null>(null)
  const canTakeOut =
    useHasPermission('divideInteractiveEdit') && getFromStates(packageLifecycle, 'take').includes(row.state)
  return (
    <section>
      <div className="row">
        <b>{row.number}</b>
        <StateBadge tone={packageTones[row.state]}>{t(`package.options.state.${row.state}`)}</StateBadge>
        <Button className="big" icon={<PrintIcon size={20} />} onClick={onLabels}>
          {t('rolls:pages.winder.label')}
        </Button>
        <Button className="big" onClick={onBack}>
          {t('pages.divideInteractive.allPackages')}
        </Button>
      </div>
      <HoldNotice holds={row.holds} />
      {row.state === 'shipped' && (
        <ResultView
          title={t('pages.packing.shipped', { number: row.number })}
          description={t('pages.packing.shippedTo', {
            customer: row.customerId ? (refs[row.customerId] ?? '…') : t('pages.packing.nobody'),
            rolls: t('slitting:pages.divideInteractive.rollsOf', { count: row.rolls }),
          })}
        />
      )}
      {!rolls.isLoading && <OutdatedLabelBadge row={row} currentContent={labelContents.package(row, notGoodCount)} />}
      {usualRollCount !== null && (
        <p>
          <StateBadge tone="warn">
            {t('pages.packing.underFilled', { usual: usualRollCount, count: row.rolls })}
          </StateBadge>
        </p>
      )}
      <dl className="facts">
        {row.customerId && (
          <div>
            <dt>{t('package.fields.customerId')}</dt>
            <dd>{refs[row.customerId] ?? '…'}</dd>
          </div>
        )}
        <div>
          <dt>{t('package.fields.workOrderId')}</dt>
          <dd>{refs[row.workOrderId] ?? '…'}</dd>
        </div>
        <div>
          <dt>{t('package.fields.rolls')}</dt>
          <dd>{row.rolls}</dd>
        </div>
        <div>
          <dt>{t('package.fields.netKg')}</dt>
          <dd>
            <Quantity value={row.netKg} unit="kg" decimals={1} />
          </dd>
        </div>
        {row.place && (
          <div>
            <dt>{t('package.fields.place')}</dt>
            <dd>{row.place}</dd>
          </div>
        )}
      </dl>
      <PackageActionBar
        row={row}
        customer={row.customerId ? (refs[row.customerId] ?? null) : null}
        usualRollCount={usualRollCount}
        notGoodCount={notGoodCount}
        failedRollNumbers={failedChecks.map(({ number }) => number)}
        isCheckLoading={checks.isLoading}
        busy={actionCommand.busy}
        pendingAction={pendingAction}
        onPendingAction={onPendingAction}
        onRunAction={(input) => actionCommand.execute({ id: row.id, version: row.version, ...input })}
      />
      <ul>
        {rolls.rows.map((roll) => (
          <li key={roll.id} className="ui-card row">
            <span>
              {roll.number}
              <br />
              <span className="quiet">{roll.widthMm} mm</span>
            </span>
            {roll.grade !== 'good' && (
              <StateBadge tone="warn">{t(`slitting:slitRoll.options.grade.${roll.grade}`)}</StateBadge>
            )}
            {failedChecks.some(({ slitRollId }) => slitRollId === roll.id) && (
              <StateBadge tone="bad">{t('pages.packing.checkFailed')}</StateBadge>
            )}
            {roll.weightUnusual && <StateBadge tone="warn">{t('slitting:slitRoll.fields.weightUnusual')}</StateBadge>}
            <HeldBadge holds={roll.holds} />
            <Quantity value={roll.kg} unit="kg" decimals={2} />
            {canTakeOut && (
              <ExplainedButton className="big" disabledReason={offlineReason} onClick={() => setRollToTakeOut(roll)}>
                {t('pages.divideInteractive.takeOut')}
              </ExplainedButton>
            )}
          </li>
        ))}
      </ul>
      {rollToTakeOut && (
        <CommandDialog
          command={unpackRolls}
          row={row}
          objectName={rollToTakeOut.number}
          values={{ rollIds: [rollToTakeOut.id] }}
          isDangerous
          changedResources={CHANGED_RESOURCES}
          onClose={() => setRollToTakeOut(null)}
        />
      )}
    </section>
  )
}
