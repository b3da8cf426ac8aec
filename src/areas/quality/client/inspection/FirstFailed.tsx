import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TracedRow } from '@/client/area'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { StateBadge } from '@/client/ui/StateBadge'
import { firstInspection } from '../../contract/inspections'
import { standingFailures } from '../../rules/first-check'
import { resultTones } from '../tones'

/** Notice on a work order (at the winder and in its trace) that its first inspection failed; nothing otherwise. */
export default function FirstFailed({ id }: TracedRow) {
  const { t } = useTranslation('quality')
  const link = usePageLink()
  const { rows } = useList(firstInspection, { workOrderId: id, size: 20 })
  const [failed] = standingFailures(rows.filter(({ workOrderId }) => workOrderId === id))
  if (!failed) return null
  const word = `${t('firstInspection.name')} ${t('firstInspection.options.result.notOk')}`
  const to = link('productionInspection', { view: 'firstInspection', id: failed.id })
  return (
    <p role="status">
      <StateBadge tone={resultTones.notOk}>{to ? <Link to={to}>{word}</Link> : word}</StateBadge>
    </p>
  )
}
