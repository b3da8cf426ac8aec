import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Row } from '@/contract/resource'
import { useNames } from '@/client/fields/options'
import { buildRowAddress } from '@/client/shell/row-address'
import { certificate } from '../contract/certificate'

type EndedCertificate = Pick<Row<typeof certificate>, 'state' | 'replacedById' | 'reason'>
/** Says why a certificate is not valid and links to its successor. */
export function NotValidNotice({ row, refs }: { row: EndedCertificate; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('certificates')
  const successorId = row.state === 'replaced' ? row.replacedById : null
  const number = useNames('certificate', successorId ? [successorId] : [], refs)[successorId ?? ''] ?? '…'
  const address = successorId ? buildRowAddress('certificate', { id: successorId }) : null
  if (row.state === 'issued' || row.state === 'inApproval') return null
  const text = t(`pages.qualityReport.ended.${row.state}`, { number, reason: row.reason ?? '' })
  return (
    <p className="ui-card is-warned" role="status">
      {address ? <Link to={address}>{text}</Link> : text}
    </p>
  )
}
