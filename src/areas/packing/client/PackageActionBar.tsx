import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { getAllowedActions } from '@/contract/state-machine'
import { hasPermission, useSession } from '@/client/session/use-session'
import { useNoNetworkReason } from '@/client/shell/SyncIndicator'
import { formatNumber } from '@/client/format/number'
import { useLanguage, joinWords } from '@/client/format/use-language'
import { ExplainedButton } from '@/client/ui/Button'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { isBlockedByHold, getNextPackageAction, packageLifecycle } from '@/areas/packing/rules/package'
import type { rollPackage } from '../contract/package'
import { useHoldReason } from '@/areas/rolls/client/shared/HoldNotice'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { runPackageAction } from '../contract/package-endpoints'
import { CHANGED_RESOURCES } from '@/areas/slitting/client/shared/use-slitter-command'

export type PackageAction = 'close' | 'reopen' | 'unpack' | 'store' | 'relocate' | 'ship' | 'unship' | 'remove'
const PACKAGE_ACTIONS: readonly string[] = [
  'close',
  'reopen',
  'unpack',
  'store',
  'relocate',
  'ship',
  'unship',
  'remove',
]
/** Actions that need a confirmation or an input. */
const CONFIRMED_ACTIONS: readonly PackageAction[] = [
  'remove',
  'store',
  'relocate',
  'reopen',
  'unpack',
  'ship',
  'unship',
]

/** Actions allowed for an empty package. */
const EMPTY_PACKAGE_ACTIONS: readonly string[] = ['reopen', 'remove']

/**
 * Buttons for the available actions of a package, except the next action, which is the primary button of the page. The
 * server uses the same state machine.
 */
export function PackageActionBar({
  row,
  customer,
  usualRollCount,
  notGoodCount,
  failedRollNumbers,
  isCheckLoading,
  busy,
  pendingAction,
  onPendingAction,
  onRunAction,
}: {
  row: Pick<Row<typeof rollPackage>, 'id' | 'version' | 'number' | 'state' | 'rolls' | 'netKg' | 'place' | 'holds'>
  /** Null if the order has no customer. */
  customer: string | null
  /** Usual roll count of the order's other packages, if this package holds far fewer rolls. */
  usualRollCount: number | null
  /** Number of rolls in the package that are not good. A warning shows it before closing and shipping. */
  notGoodCount: number
  /** Numbers of the rolls in the package that failed a check and were not downgraded. */
  failedRollNumbers: readonly string[]
  /** True while the failed checks are loading. */
  isCheckLoading: boolean
  busy: boolean
  /** The action being confirmed. */
  pendingAction: PackageAction | null
  onPendingAction: (pendingAction: PackageAction | null) => void
  onRunAction: (input: { action: PackageAction }) => Promise<unknown>
}) {
  const { t } = useTranslation(['packing', 'slitting', 'client'])
  const language = useLanguage()
  const person = useSession()
  const holdReason = useHoldReason(row.holds)
  const offlineReason = useNoNetworkReason()
  const nextAction = getNextPackageAction(row.state)
  const allowedActions = getAllowedActions(packageLifecycle, row.state, (key) => hasPermission(person, key)) as string[]
  // `reopen` also stands for `unstore`: the server runs `unstore` if the package is stored.
  const availableActions = allowedActions
    .map((action) => (action === 'unstore' ? 'reopen' : action))
    .filter(
      (action): action is PackageAction =>
        PACKAGE_ACTIONS.includes(action) &&
        action !== nextAction &&
        (row.rolls > 0 ? action !== 'remove' : EMPTY_PACKAGE_ACTIONS.includes(action)),
    )
  const hasWarnings = usualRollCount !== null || notGoodCount > 0 || failedRollNumbers.length > 0
  const needsConfirmation = (action: PackageAction) =>
    CONFIRMED_ACTIONS.includes(action) || (action === 'close' && hasWarnings)
  const warning = hasWarnings && (
    <p className="chips" role="status">
      {usualRollCount !== null && (
        <StateBadge tone="warn">
          {t('pages.packing.underFilled', { usual: usualRollCount, count: row.rolls })}
        </StateBadge>
      )}
      {notGoodCount > 0 && <StateBadge tone="warn">{t('pages.packing.notGood', { count: notGoodCount })}</StateBadge>}
      {failedRollNumbers.length > 0 && (
        <StateBadge tone="bad">
          {t('pages.packing.checksFailed', { rolls: joinWords(failedRollNumbers, language) })}
        </StateBadge>
      )}
    </p>
  )
  const runAction = async (input: Parameters<typeof onRunAction>[0]) => {
    if (await onRunAction(input)) onPendingAction(null)
  }
  return (
    <>
      <div className="ui-actions">
        {availableActions.map((action) => (
          <ExplainedButton
            key={action}
            disabledReason={busy ? '' : (offlineReason ?? (isBlockedByHold(action) ? holdReason : null))}
            onClick={() => (needsConfirmation(action) ? onPendingAction(action) : void runAction({ action }))}
          >
            {t(`package.steps.${action}`)}
          </ExplainedButton>
        ))}
      </div>
      {(pendingAction === 'reopen' || pendingAction === 'unpack' || pendingAction === 'unship') && (
        <CommandDialog
          command={runPackageAction}
          row={row}
          label={t(`package.steps.${pendingAction}`)}
          objectName={row.number}
          values={{ action: pendingAction }}
          fieldNames={['reason']}
          requiredNames={['reason']}
          isDangerous={pendingAction !== 'reopen'}
          changedResources={CHANGED_RESOURCES}
          onClose={() => onPendingAction(null)}
        />
      )}
      {pendingAction === 'remove' && (
        <ConfirmDialog
          open
          objectName={row.number}
          busy={busy}
          question={t('pages.packing.ask.remove')}
          confirmLabel={t('package.steps.remove')}
          onConfirm={() => void runAction({ action: pendingAction })}
          onCancel={() => onPendingAction(null)}
        />
      )}
      {(pendingAction === 'ship' || pendingAction === 'close') && (
        <ConfirmDialog
          open
          isDangerous={false}
          objectName={row.number}
          busy={isCheckLoading}
          question={t(`pages.packing.ask.${pendingAction}`, {
            customer: customer ?? t('pages.packing.nobody'),
            rolls: t('slitting:pages.divideInteractive.rollsOf', { count: row.rolls }),
            kg: formatNumber(row.netKg, { language, unit: 'kg', decimals: 1 }),
          })}
          confirmLabel={t(`package.steps.${pendingAction}`)}
          onConfirm={() => void runAction({ action: pendingAction })}
          onCancel={() => onPendingAction(null)}
        >
          {warning}
        </ConfirmDialog>
      )}
      {(pendingAction === 'store' || pendingAction === 'relocate') && (
        <CommandDialog
          command={runPackageAction}
          row={row}
          label={t(`package.steps.${pendingAction}`)}
          objectName={row.number}
          values={{ action: pendingAction }}
          fieldNames={['place']}
          requiredNames={['place']}
          above={
            row.place && (
              <p>
                {t('pages.packing.placeNow')} <b>{row.place}</b>
              </p>
            )
          }
          check={({ place }) => (place?.trim() === row.place ? t('pages.packing.placeSame') : null)}
          changedResources={CHANGED_RESOURCES}
          onClose={() => onPendingAction(null)}
        />
      )}
    </>
  )
}
