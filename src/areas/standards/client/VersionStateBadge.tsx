import { useTranslation } from 'react-i18next'
import type { Tones } from '@/contract/tone'
import { StateBadge } from '@/client/ui/StateBadge'
import type { ApprovalState } from '../rules/approval'

/** Colour and icon of each state; the text comes from the locale. */
const tones: Tones<ApprovalState> = { notApproved: 'idle', inApproval: 'wait', approved: 'ok', rejected: 'bad' }

/** State of a version. A replaced version is still approved, but shown as inactive. */
export function VersionStateBadge({ state, newest }: { state: ApprovalState; newest?: boolean }) {
  const { t } = useTranslation('standards')
  if (state === 'approved' && newest === false)
    return <StateBadge tone="idle">{t('pages.standard.replaced')}</StateBadge>
  return (
    <StateBadge tone={tones[state]}>
      {t(state === 'approved' && newest ? 'pages.standard.inForce' : `processStandard.options.state.${state}`)}
    </StateBadge>
  )
}
