import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { State } from '@/client/ui/State'
import { hold } from '../../contract/hold'

/** On a thing at a machine: by which hold it stands and why, before a step is refused for it. Nothing where it is free. */
export function OnHold({ holds }: { holds: readonly string[] | null | undefined }) {
  return holds && holds.length > 0 ? <Standing holds={holds} /> : null
}
function Standing({ holds }: { holds: readonly string[] }) {
  const { t } = useTranslation('rolls')
  const { rows } = useList(hold, { state: 'held', size: 200 })
  const by = rows.filter(({ id }) => holds.includes(id))
  return (
    <p role="status">
      <State tone="bad">
        {/* A phone may know that it is held and not yet by what. */}
        {by.length === 0
          ? t('hold.options.state.held')
          : by.map(({ number, reason }) => t('pages.onHold', { hold: number, reason })).join(' ')}
      </State>
    </p>
  )
}
