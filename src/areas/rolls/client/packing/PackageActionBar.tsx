import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { getAllowedActions } from '@/contract/state-machine'
import { hasPermission, useSession } from '@/client/session/use-session'
import { useNoNetworkReason } from '@/client/shell/use-no-network-reason'
import { formatNumber } from '@/client/format/number'
import { joinWords } from '@/client/format/join-words'
import { useLanguage } from '@/client/format/use-language'
import { ExplainedButton } from '@/client/ui/ExplainedButton'
import { ConfirmDialog } from '@/client/ui/ConfirmDialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { isBlockedByHold, getNextPackageAction, packageLifecycle as packageStates } from '@/areas/rolls/rules/package'
import type { rollPackage } from '../../contract/slitting'
import { useHoldReason } from '../hold/HoldNotice'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { PlaceDialog } from './PlaceDialog'

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
 * Available actions of a package by the same state table as the server; the next action is the primary button of the
 * page.
 */
export function PackageActionBar({
  row,
  customer,
  usual,
  notGoodCount,
  failed,
  asking: isCheckLoading,
  busy,
  step: asking,
  onStep: setAsking,
  onMove,
}: {
  row: Pick<Row<typeof rollPackage>, 'number' | 'state' | 'rolls' | 'netKg' | 'place' | 'holds'>
  /** Null if the order has no customer. */
  customer: string | null
  /** Usual roll count of its siblings if this package holds far fewer. */
  usual: number | null
  /** Number of its rolls that are not good; warned about before closing or shipping. */
  notGoodCount: number
  /** Numbers of its rolls whose check failed and that were not downgraded. */
  failed: readonly string[]
  /** True while the failed checks are loading. */
  asking: boolean
  busy: boolean
  /** The action being confirmed. */
  step: PackageAction | null
  onStep: (step: PackageAction | null) => void
  onMove: (input: { action: PackageAction; place?: string; reason?: string }) => Promise<unknown>
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const language = useLanguage()
  const person = useSession()
  const holdReason = useHoldReason(row.holds)
  const offline = useNoNetworkReason()
  const nextAction = getNextPackageAction(row.state)
  const allowed = getAllowedActions(packageStates, row.state, (key) => hasPermission(person, key)) as string[]
  const availableActions = allowed
    .map((action) => (action === 'unstore' ? 'reopen' : action))
    .filter(
      (action): action is PackageAction =>
        PACKAGE_ACTIONS.includes(action) &&
        action !== nextAction &&
        (row.rolls > 0 ? action !== 'remove' : EMPTY_PACKAGE_ACTIONS.includes(action)),
    )
  const hasWarnings = usual !== null || notGoodCount > 0 || failed.length > 0
  const needsConfirmation = (action: PackageAction) =>
    CONFIRMED_ACTIONS.includes(action) || (action === 'close' && hasWarnings)
  const warning = hasWarnings && (
    <p className="chips" role="status">
      {usual !== null && (
        <StateBadge tone="warn">{t('pages.packing.underFilled', { usual, count: row.rolls })}</StateBadge>
      )}
      {notGoodCount > 0 && <StateBadge tone="warn">{t('pages.packing.notGood', { count: notGoodCount })}</StateBadge>}
      {failed.length > 0 && (
        <StateBadge tone="bad">{t('pages.packing.checksFailed', { rolls: joinWords(failed, language) })}</StateBadge>
      )}
    </p>
  )
  const run = async (input: Parameters<typeof onMove>[0]) => {
    if (await onMove(input)) setAsking(null)
  }
  return (
    <>
      <div className="ui-actions">
        {availableActions.map((action) => (
          <ExplainedButton
            key={action}
            disabledReason={busy ? '' : (offline ?? (isBlockedByHold(action) ? holdReason : null))}
            onClick={() => (needsConfirmation(action) ? setAsking(action) : void run({ action }))}
          >
            {t(`package.steps.${action}`)}
          </ExplainedButton>
        ))}
      </div>
      {(asking === 'reopen' || asking === 'unpack' || asking === 'unship') && (
        <ReasonDialog
          title={t(`package.steps.${asking}`)}
          danger={asking !== 'reopen'}
          busy={busy}
          onClose={() => setAsking(null)}
          onReason={(reason) => void run({ action: asking, reason })}
        >
          <p className="ui-confirm-thing">{row.number}</p>
        </ReasonDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          open
          thing={row.number}
          busy={busy}
          sentence={t('pages.packing.ask.remove')}
          confirmLabel={t('package.steps.remove')}
          onConfirm={() => void run({ action: asking })}
          onCancel={() => setAsking(null)}
        />
      )}
      {(asking === 'ship' || asking === 'close') && (
        <ConfirmDialog
          open
          danger={false}
          thing={row.number}
          busy={isCheckLoading}
          sentence={t(`pages.packing.ask.${asking}`, {
            customer: customer ?? t('pages.packing.nobody'),
            rolls: t('pages.divideInteractive.rollsOf', { count: row.rolls }),
            kg: formatNumber(row.netKg, { language, unit: 'kg', decimals: 1 }),
          })}
          confirmLabel={t(`package.steps.${asking}`)}
          onConfirm={() => void run({ action: asking })}
          onCancel={() => setAsking(null)}
        >
          {warning}
        </ConfirmDialog>
      )}
      {(asking === 'store' || asking === 'relocate') && (
        <PlaceDialog
          title={t(`package.steps.${asking}`)}
          currentPlace={row.place}
          busy={busy}
          onPlace={(place) => void run({ action: asking, place })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
