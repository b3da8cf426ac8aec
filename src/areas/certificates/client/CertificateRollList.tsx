import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { rollsOfCertificate } from '../contract/certificate-endpoints'

/** Rolls of a certificate, loaded when the list is expanded. */
export function CertificateRollList({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation('certificates')
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <details className="certificate-rolls" onToggle={(event) => setIsExpanded(event.currentTarget.open)}>
      <summary>
        {t('pages.qualityReport.rollList')} ({count})
      </summary>
      {isExpanded && <RollTable id={id} />}
    </details>
  )
}
function RollTable({ id }: { id: string }) {
  const { t } = useTranslation('certificates')
  const rolls = useEndpoint(rollsOfCertificate, { id }, { resources: ['certificate'] })
  const getLabel = (name: string) => t(`certificateAnnex.sub.rolls.${name}`)
  return (
    <QueryBoundary query={rolls} skeleton={<SkeletonList />}>
      {(rows) => (
        <div className="certificate-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{getLabel('number')}</th>
                {(['widthMm', 'lengthM', 'kg'] as const).map((name) => (
                  <th key={name} scope="col" className="is-figure">
                    {getLabel(name)}
                  </th>
                ))}
                <th scope="col">{getLabel('madeOn')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((roll) => (
                <tr key={roll.id}>
                  <th scope="row">{roll.number}</th>
                  <td className="is-figure">
                    <Quantity value={roll.widthMm} unit="mm" decimals={0} showsAllDigits />
                  </td>
                  <td className="is-figure">
                    <Quantity value={roll.lengthM} unit="m" decimals={0} showsAllDigits />
                  </td>
                  <td className="is-figure">
                    <Quantity value={roll.kg} unit="kg" decimals={1} showsAllDigits />
                  </td>
                  <td>{roll.madeOn}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryBoundary>
  )
}
