import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '@/contract/resource'
import { useNames } from '@/client/fields/options'
import { buildRowAddress } from '@/client/shell/row-address'
import { certificate } from '../contract/certificate'

type Ended = Pick<Row<typeof certificate>, 'state' | 'replacedById' | 'reason'>
/** Says why a certificate is not valid and links to its successor. */
export function NotValid({ row, refs }: { row: Ended; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('certificates')
  const by = row.state === 'replaced' ? row.replacedById : null
  const number = useNames('certificate', by ? [by] : [], refs)[by ?? ''] ?? '…'
  const address = by ? buildRowAddress('certificate', { id: by }) : null
  if (row.state === 'issued' || row.state === 'inApproval') return null
  const said = t(`pages.qualityReport.ended.${row.state}`, { number, reason: row.reason ?? '' })
  return (
    <p className="ui-card is-warned" role="status">
      {address ? <Link to={address}>{said}</Link> : said}
    </p>
  )
}
