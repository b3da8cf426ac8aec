import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { StateBadge } from '@/client/ui/StateBadge'
import { hold } from '../../contract/hold'
import { isHeld } from '../../rules/hold'

type HoldIds = Parameters<typeof isHeld>[0]

/**
 * Returns the known holds of an item; null if the item is not on hold. The list is empty if the phone knows only that
 * the item is held, but not by which hold.
 */
function useHoldRows(holds: HoldIds) {
  const { rows } = useList(hold, { state: 'held', size: 200 }, { enabled: isHeld(holds) })
  return isHeld(holds) ? rows.filter(({ id }) => holds?.includes(id)) : null
}

/** Shows which holds block an item and why, before an action is refused. Renders nothing if it is not on hold. */
export function HoldNotice({ holds }: { holds: HoldIds }) {
  const { t } = useTranslation('rolls')
  const holdRows = useHoldRows(holds)
  return (
    holdRows && (
      <p role="status">
        <StateBadge tone="bad">
          {holdRows.length === 0
            ? t('hold.options.state.held')
            : holdRows.map(({ number, reason }) => t('pages.onHold', { hold: number, reason })).join(' ')}
        </StateBadge>
      </p>
    )
  )
}
/**
 * Returns the reason for the disabled button of a blocked action; `HoldNotice` explains it. Null if the item is not on
 * hold.
 */
export function useHoldReason(holds: HoldIds): string | null {
  const { t } = useTranslation('rolls')
  const holdRows = useHoldRows(holds)
  if (!holdRows) return null
  return holdRows.length === 0
    ? t('hold.options.state.held')
    : t('pages.heldBy', { hold: holdRows.map(({ number }) => number).join(', ') })
}
/** Badge for held items in lists, without the reason of the hold. Renders nothing if the item is not on hold. */
export function HeldBadge({ holds }: { holds: HoldIds }) {
  const { t } = useTranslation('rolls')
  return (
    isHeld(holds) && (
      <span>
        <StateBadge tone="bad">{t('hold.options.state.held')}</StateBadge>
      </span>
    )
  )
}
