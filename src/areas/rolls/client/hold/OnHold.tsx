import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { StateBadge } from '@/client/ui/StateBadge'
import { hold } from '../../contract/hold'
import { isHeld } from '../../rules/hold'

type Holds = Parameters<typeof isHeld>[0]

/** The holds that a thing stands by, as far as this phone knows them: it may know that a thing is held and not yet by what. Null where it is free. */
function useHolds(holds: Holds) {
  const { rows } = useList(hold, { state: 'held', size: 200 }, isHeld(holds))
  return isHeld(holds) ? rows.filter(({ id }) => holds?.includes(id)) : null
}

/** On a thing at a machine: by which hold it stands and why, before a step is refused for it. Nothing where it is free. */
export function OnHold({ holds }: { holds: Holds }) {
  const { t } = useTranslation('rolls')
  const by = useHolds(holds)
  return (
    by && (
      <p role="status">
        <StateBadge tone="bad">
          {by.length === 0
            ? t('hold.options.state.held')
            : by.map(({ number, reason }) => t('pages.onHold', { hold: number, reason })).join(' ')}
        </StateBadge>
      </p>
    )
  )
}
/** What a step that a hold bars says at its button, where `OnHold` has said why. Null where the thing is free. */
export function useHeldWord(holds: Holds): string | null {
  const { t } = useTranslation('rolls')
  const by = useHolds(holds)
  if (!by) return null
  return by.length === 0
    ? t('hold.options.state.held')
    : t('pages.qualityTracking.held', { hold: by.map(({ number }) => number).join(', ') })
}
/** In a list of things to choose from: that one is held; by what its own page says. Nothing where it is free. */
export function HeldMark({ holds }: { holds: Holds }) {
  const { t } = useTranslation('rolls')
  return (
    isHeld(holds) && (
      <span>
        <StateBadge tone="bad">{t('hold.options.state.held')}</StateBadge>
      </span>
    )
  )
}
