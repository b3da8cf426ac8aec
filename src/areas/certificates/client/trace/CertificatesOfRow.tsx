import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TracedRow } from '@/client/area'
import { useEndpoint } from '@/client/api/use-list'
import { RelatedRowList } from '@/client/resource/RelatedRowList'
import { ResourceStateBadge, createStateCell } from '@/client/resource/ResourceStateBadge'
import { buildRowAddress } from '@/client/shell/row-address'
import { certificate } from '../../contract/certificate'
import { certificatesOfRoll } from '../../contract/certificate-calls'
import { ChangedChip } from '../Changed'
import { certificateTones } from '../tones'

const cells = { state: createStateCell(certificate, 'state', certificateTones) }
const columns = ['number', 'state', 'issuedAt']

/** Certificates of an order or of a slit roll. */
export default function CertificatesOfRow({ kind, id }: TracedRow) {
  return kind === 'workOrder' ? (
    <RelatedRowList of={certificate} query={{ workOrderId: id }} columns={columns} cells={cells} />
  ) : (
    <OfRoll id={id} />
  )
}
function OfRoll({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const { data } = useEndpoint(certificatesOfRoll, { slitRollId: id }, { resources: ['certificate'] })
  if (!data || data.length === 0) return null
  return (
    <section className="related">
      <h2>{t('certificate.name')}</h2>
      <ul>
        {data.map((one) => (
          <li key={one.id} className="ui-card">
            <b>
              <Link to={buildRowAddress('certificate', { id: one.id }) ?? '.'}>{one.number}</Link>
            </b>
            <ResourceStateBadge of={certificate} state={one.state} tones={certificateTones} />
            <ChangedChip id={one.id} />
          </li>
        ))}
      </ul>
    </section>
  )
}
