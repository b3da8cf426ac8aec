import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TracedRow } from '@/client/area'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { StateBadge } from '@/client/ui/StateBadge'
import { firstInspection } from '../../contract/inspections'
import { findUnresolvedFailures } from '../../rules/first-inspection'
import { productionInspectionTones } from '../tones'

/**
 * Notice on a work order (at the winder and in its trace) that its first inspection failed. Renders nothing otherwise.
 */
export default function FirstInspectionFailedNotice({ id }: TracedRow) {
  const { t } = useTranslation('quality')
  const getPageLink = usePageLink()
  const { rows } = useList(firstInspection, { workOrderId: id, size: 20 })
  const [failedInspection] = findUnresolvedFailures(rows.filter(({ workOrderId }) => workOrderId === id))
  if (!failedInspection) return null
  const label = `${t('firstInspection.name')} ${t('firstInspection.options.result.notOk')}`
  const inspectionLink = getPageLink('productionInspection', { view: 'firstInspection', id: failedInspection.id })
  return (
    <p role="status">
      <StateBadge tone={productionInspectionTones.notOk}>
        {inspectionLink ? <Link to={inspectionLink}>{label}</Link> : label}
      </StateBadge>
    </p>
  )
}
