import './tools.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList, useRow } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { equipment } from '@/areas/equipment/contract/equipment'
import { tool } from '../contract/tool'
import { LifeBadge } from './LifeBadge'

const MAX_SHOWN = 8

/** Card on a machine's page: tools on its line, the most worn first. */
export default function MachineToolsCard({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('tools')
  const buildPageLink = usePageLink()
  const { row } = useRow(equipment, equipmentId)
  const lineId = row?.lineId ?? null
  const query = { lineId: lineId ?? '', state: 'mounted', sort: '-lifePercent', size: MAX_SHOWN }
  const { rows } = useList(tool, query, { enabled: lineId !== null })
  if (!lineId || rows.length === 0) return null
  return (
    <section className="tool-records" aria-label={t('pages.machine.tools')}>
      <h2>{t('pages.machine.tools')}</h2>
      <ul>
        {rows.map((toolRow) => (
          <li key={toolRow.id}>
            <Link to={buildPageLink('toolManagement', { id: toolRow.id }) ?? '#'}>
              {toolRow.code} {t(`tool.options.kind.${toolRow.kind}`)}
            </Link>
            <span>{toolRow.place !== null && `${t('tool.fields.place')} ${toolRow.place}`}</span>
            <LifeBadge row={toolRow} />
          </li>
        ))}
      </ul>
    </section>
  )
}
