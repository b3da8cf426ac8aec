import { Collapse } from '@/client/ui/Collapse'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isServerUnreachable } from '@/client/api/api-error'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { formatDay } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import type { EndpointOutput } from '@/contract/endpoint'
import { similarRepairs } from '@/areas/maintenance/contract/repair-reports'
import { toMillis } from '@/plant/rules/plant-time'
import type { Repair } from './repair-time'

type SimilarRepair = EndpointOutput<typeof similarRepairs>[number]
/** Number of repairs displayed before the list is expanded. */
const INITIAL_COUNT = 3

/** Loads past repairs similar to this one. */
export const useSimilarRepairs = ({ id, equipmentId, faultKind }: Pick<Repair, 'id' | 'equipmentId' | 'faultKind'>) =>
  useEndpoint(similarRepairs, { id, equipmentId, faultKind }, { resources: ['repair'] })

/** Past remedies: cause, action, parts and hours of similar repairs. */
export function SimilarRepairsSection({ row }: { row: Repair }) {
  const { t } = useTranslation('maintenance')
  const similarQuery = useSimilarRepairs(row)
  const rows = similarQuery.data ?? []
  return (
    <section>
      <h2>{t('pages.repair.similar')}</h2>
      {similarQuery.isPending && <p className="quiet">…</p>}
      {similarQuery.error && !similarQuery.data && isServerUnreachable(similarQuery.error) && (
        <p className="quiet">{t('pages.repair.similarOffline')}</p>
      )}
      {similarQuery.error && !similarQuery.data && !isServerUnreachable(similarQuery.error) && (
        <NotLoadedView query={similarQuery} />
      )}
      {similarQuery.data && rows.length === 0 && <p className="quiet">{t('pages.repair.similarNone')}</p>}
      {rows.length > 0 && <SimilarRepairList rows={rows.slice(0, INITIAL_COUNT)} />}
      {rows.length > INITIAL_COUNT && (
        <Collapse title={t('pages.repair.similarMore', { count: rows.length - INITIAL_COUNT })}>
          <SimilarRepairList rows={rows.slice(INITIAL_COUNT)} />
        </Collapse>
      )}
    </section>
  )
}

function SimilarRepairList({ rows }: { rows: readonly SimilarRepair[] }) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const buildPageLink = usePageLink()
  const language = useLanguage()
  return (
    <ul className="cards">
      {rows.map((similarRepair) => {
        const address = buildPageLink('repair', { id: similarRepair.id })
        const parts = similarRepair.parts.map(
          ({ part, quantity, unit }) => `${part} × ${formatNumber(quantity, { language, ...(unit ? { unit } : {}) })}`,
        )
        return (
          <li key={similarRepair.id} className="ui-card similar stack gap-1">
            <span className="quiet">
              {formatDay(toMillis(similarRepair.repairEndAt), zone)} ·{' '}
              {similarRepair.likeness === 'machine' ? t('pages.repair.sameMachine') : similarRepair.equipment} ·{' '}
              {address ? <Link to={address}>{similarRepair.number}</Link> : similarRepair.number}
            </span>
            {similarRepair.causes && (
              <span>
                <b>{t('repair.fields.causes')}</b> {similarRepair.causes}
              </span>
            )}
            {similarRepair.actions && (
              <span>
                <b>{t('repair.fields.actions')}</b> {similarRepair.actions}
              </span>
            )}
            <span className="quiet">
              {parts.length > 0 && `${parts.join(', ')} · `}
              {formatNumber(similarRepair.hours, { language, unit: 'h' })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
