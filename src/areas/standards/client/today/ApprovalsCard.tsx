import '../standards.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { processStandard } from '../../contract/process-standard'
import { variants, type Standard } from '../variant'

const MOST = 4
/** Standards whose approval is mine to give now, the one that waits longest first. */
export default function ApprovalsCard() {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const zone = usePlantZone()
  const link = usePageLink()
  const { rows, refs, total } = useList(processStandard, useMemo(() => ({ state: 'inApproval', waitingFor: userId, sort: 'submittedAt', size: MOST }), [userId]))
  const mine = rows as Standard[]
  const products = useNames('product', mine.map(({ productId }) => productId), refs)
  const people = useNames('user', mine.flatMap(({ submittedBy }) => submittedBy ?? []), refs)
  if (mine.length === 0) return null
  return (
    <section className="ui-card standard-today" aria-label={t('pages.today.approvals', { count: total })}>
      <h2>{t('pages.today.approvals', { count: total })}</h2>
      <ul>
        {mine.slice(0, MOST).map((row) => (
          <li key={row.id}>
            <Link to={link(variants[row.variant].page, { view: 'open', id: row.id }) ?? '#'}>
              <b>{row.code} · {t('pages.standard.revision', { revision: row.revision })}</b>
              <span>{products[row.productId] ?? '…'}</span>
              <small>{row.submittedBy && `${people[row.submittedBy] ?? '…'} · `}{row.submittedAt && formatMoment(row.submittedAt, zone)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
