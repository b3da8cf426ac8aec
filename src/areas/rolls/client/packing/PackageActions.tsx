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
import { barredByHold, nextPackageStep, rollPackage as machine } from '@/areas/rolls/rules/package'
import type { rollPackage } from '../../contract/slitting'
import { useHeldWord } from '../hold/OnHold'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { PlaceSheet } from './PlaceSheet'

export type Action = 'close' | 'reopen' | 'unpack' | 'store' | 'relocate' | 'ship' | 'unship' | 'remove'
const moves: readonly string[] = ['close', 'reopen', 'unpack', 'store', 'relocate', 'ship', 'unship', 'remove']
/** Actions that need a confirmation or an input. */
const asks: readonly Action[] = ['remove', 'store', 'relocate', 'reopen', 'unpack', 'ship', 'unship']

/** Actions allowed for an empty package. */
const ofEmpty: readonly string[] = ['reopen', 'remove']

/**
 * Available actions of a package by the same state table as the server; the next action is the primary button of the
 * page.
 */
export function PackageActions({
  row,
  customer,
  usual,
  odd,
  failed,
  asking: unknown,
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
  odd: number
  /** Numbers of its rolls whose check failed and that were not downgraded. */
  failed: readonly string[]
  /** True while the failed checks are loading. */
  asking: boolean
  busy: boolean
  /** The action being confirmed. */
  step: Action | null
  onStep: (step: Action | null) => void
  onMove: (input: { action: Action; place?: string; reason?: string }) => Promise<unknown>
}) {
  const { t } = useTranslation(['rolls', 'client'])
  const language = useLanguage()
  const person = useSession()
  const held = useHeldWord(row.holds)
  const offline = useNoNetworkReason()
  const next = nextPackageStep(row.state)
  const allowed = getAllowedActions(machine, row.state, (key) => hasPermission(person, key)) as string[]
  const open = allowed
    .map((action) => (action === 'unstore' ? 'reopen' : action))
    .filter(
      (action): action is Action =>
        moves.includes(action) && action !== next && (row.rolls > 0 ? action !== 'remove' : ofEmpty.includes(action)),
    )
  const warns = usual !== null || odd > 0 || failed.length > 0
  const mustAsk = (action: Action) => asks.includes(action) || (action === 'close' && warns)
  const warning = warns && (
    <p className="chips" role="status">
      {usual !== null && (
        <StateBadge tone="warn">{t('pages.packing.underFilled', { usual, count: row.rolls })}</StateBadge>
      )}
      {odd > 0 && <StateBadge tone="warn">{t('pages.packing.notGood', { count: odd })}</StateBadge>}
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
        {open.map((action) => (
          <ExplainedButton
            key={action}
            disabledReason={busy ? '' : (offline ?? (barredByHold(action) ? held : null))}
            onClick={() => (mustAsk(action) ? setAsking(action) : void run({ action }))}
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
          busy={unknown}
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
        <PlaceSheet
          title={t(`package.steps.${asking}`)}
          now={row.place}
          busy={busy}
          onPlace={(place) => void run({ action: asking, place })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
