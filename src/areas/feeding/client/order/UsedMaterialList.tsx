import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { materialLot } from '@/areas/feeding/contract/material'
import { lotTones } from '../shared/tones'
import { Quantity } from '@/client/ui/Quantity'
import type { feedInfoEndpoints } from '../../contract/feed'
import type { MaterialKind } from '../../rules/feed'

function getLimitTextKey({ minPercent, maxPercent }: { minPercent: number | null; maxPercent: number | null }) {
  if (minPercent === null) return 'most'
  return maxPercent === null ? 'least' : 'both'
}

/** Mass of one kind that an order used, by material and lot, with share and limits. Hidden if the order used nothing. */
export function UsedMaterialList({
  kind,
  endpoint,
  orderId,
}: {
  kind: MaterialKind
  endpoint: (typeof feedInfoEndpoints)[number]['endpoint']
  orderId: string
}) {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const { data = [] } = useEndpoint(endpoint, { workOrderId: orderId }, { resources: ['feed', 'materialLot'] })
  const materialNames = useNames('material', [...new Set(data.map((row) => row.materialId))], {})
  const lotNames = useNames(
    'materialLot',
    data.flatMap((row) => (row.lotId ? [row.lotId] : [])),
    {},
  )
  if (data.length === 0) return null
  const formatPercent = (value: number | null) => formatNumber(value, { language, unit: '%', decimals: 3 })
  return (
    <section className="feed-used">
      <h2>{t(`feed.options.kind.${kind}`)}</h2>
      <ul>
        {data.map((row) => (
          <li key={row.id} className="ui-card">
            <p className="feed-line-head">
              <b>{materialNames[row.materialId]}</b>
              <strong>
                <Quantity value={row.kg} unit="kg" decimals={3} />
              </strong>
            </p>
            <p className="feed-lot-facts">
              {row.lotId && (
                <>
                  <span className="is-code">{lotNames[row.lotId]}</span>
                  <ResourceStateBadge resource={materialLot} state={row.state} tones={lotTones} />
                  <span>
                    {t('answers.leftKg')} <Quantity value={row.leftKg} unit="kg" decimals={1} />
                  </span>
                </>
              )}
              <span>{t('pages.rawMaterial.feeds', { count: row.lines })}</span>
              <span>
                {t('answers.percent')}{' '}
                <Quantity
                  value={row.percent}
                  unit="%"
                  decimals={3}
                  lowLimit={row.minPercent}
                  highLimit={row.maxPercent}
                />
              </span>
              {(row.minPercent !== null || row.maxPercent !== null) && (
                <span className="quiet">
                  {t(`pages.materialWorkOrder.limits.${getLimitTextKey(row)}`, {
                    min: formatPercent(row.minPercent),
                    max: formatPercent(row.maxPercent),
                  })}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
