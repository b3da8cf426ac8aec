import './tools.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList, useRow } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { equipment } from '@/areas/equipment/contract/equipment'
import { tool } from '../contract/tool'
import { LifeShown } from './LifeShown'

const SHOWN = 8

/** Card on a machine's page: tools on its line, the most worn first. */
export default function MachineTools({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('tools')
  const link = usePageLink()
  const { row } = useRow(equipment, equipmentId)
  const lineId = row?.lineId ?? null
  const query = { lineId: lineId ?? '', state: 'mounted', sort: '-lifePercent', size: SHOWN }
  const { rows } = useList(tool, query, lineId !== null)
  if (!lineId || rows.length === 0) return null
  return (
    <section className="tool-records" aria-label={t('pages.machine.tools')}>
      <h2>{t('pages.machine.tools')}</h2>
      <ul>
        {rows.map((one) => (
          <li key={one.id}>
            <Link to={link('toolManagement', { id: one.id }) ?? '#'}>
              {one.code} {t(`tool.options.kind.${one.kind}`)}
            </Link>
            <span>{one.place !== null && `${t('tool.fields.place')} ${one.place}`}</span>
            <LifeShown row={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
