import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TracedRow } from '@/client/area'
import { useEndpoint } from '@/client/api/use-list'
import { RelatedRowList } from '@/client/resource/RelatedRowList'
import { ResourceStateBadge, createStateCell } from '@/client/resource/ResourceStateBadge'
import { buildRowAddress } from '@/client/shell/row-address'
import { certificate } from '../../contract/certificate'
import { certificatesOfRoll } from '../../contract/certificate-endpoints'
import { ChangedRollsBadge } from '../ChangedRolls'
import { certificateTones } from '../tones'

const cells = { state: createStateCell(certificate, 'state', certificateTones) }
const columns = ['number', 'state', 'issuedAt']

/** Certificates of an order or of a slit roll. */
export default function RelatedCertificatesSection({ kind, id }: TracedRow) {
  return kind === 'workOrder' ? (
    <RelatedRowList resource={certificate} query={{ workOrderId: id }} columns={columns} cells={cells} />
  ) : (
    <RollCertificateList id={id} />
  )
}
function RollCertificateList({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(certificatesOfRoll, { slitRollId: id }, { resources: ['certificate'] })
  if (!data || data.length === 0) return null
  return (
    <section className="related">
      <h2>{t('certificate.name')}</h2>
      <ul>
        {data.map((row) => (
          <li key={row.id} className="ui-card">
            <b>
              <Link to={buildRowAddress('certificate', { id: row.id }) ?? '.'}>{row.number}</Link>
            </b>
            <ResourceStateBadge resource={certificate} state={row.state} tones={certificateTones} />
            <ChangedRollsBadge id={row.id} />
          </li>
        ))}
      </ul>
    </section>
  )
}
