import { Link } from 'react-router-dom'
import type { Row } from '@/contract/resource'
import { MISSING } from '@/client/format/number'
import { usePageLink } from '@/client/shell/use-page-link'
import type { energyAbnormal } from '../contract/energy-abnormal'

/** The stops of a case by reason and time, each linked to its record for users who may read it. */
export function CaseStopList({
  abnormalCase: { stopIds },
  refs,
}: {
  abnormalCase: Pick<Row<typeof energyAbnormal>, 'stopIds'>
  refs: Readonly<Record<string, string>>
}) {
  const getPageLink = usePageLink()
  if (stopIds.length === 0) return MISSING
  return (
    <ul className="energy-case">
      {stopIds.map((id) => {
        const to = getPageLink('shutdownAnalysis', { view: 'list', id })
        return <li key={id}>{to ? <Link to={to}>{refs[id] ?? '…'}</Link> : (refs[id] ?? '…')}</li>
      })}
    </ul>
  )
}
