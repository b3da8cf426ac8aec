import '../feeding.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { ForwardIcon } from '@/client/ui/icons'
import { materialLot } from '../../contract/material'

const MOST = 3
/** Lots that wait for quality. */
export default function LotsCard() {
  const { t } = useTranslation('feeding')
  const link = usePageLink()
  const { rows, total, refs } = useList(materialLot, { state: 'quarantine', sort: 'receivedOn', size: MOST })
  const address = link('rawMaterialInspection', { state: 'quarantine' })
  if (!address || rows.length === 0) return null
  return (
    <section className="ui-card feed-today" aria-label={t('pages.rawMaterialInspection.waiting', { count: total })}>
      <h2><Link to={address}>{t('pages.rawMaterialInspection.waiting', { count: total })}<ForwardIcon size={20} /></Link></h2>
      <ul>{rows.slice(0, MOST).map((lot) => <li key={lot.id}><span>{refs[lot.materialId]}<small>{lot.number}</small></span><span>{lot.receivedOn}</span></li>)}</ul>
    </section>
  )
}
