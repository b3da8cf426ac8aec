import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import { useList } from '@/client/api/use-list'
import { useElementWidth } from '@/client/ui/use-element-width'
import { hasPermission, useHasPermission, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { getPlantNow } from '@/client/clock'
import { PlusIcon, EditIcon } from '@/client/ui/icons'
import { line } from '@/plant/contract/line'
import { getCardSpec, type CardName } from '../../contract/cards'
import { catalogueOrder } from '../cards/catalogue'
import { DashboardCard } from '../cards/DashboardCard'
import { CardCatalogueDialog } from './CardCatalogueDialog'
import { CardToolsBar } from './CardToolsBar'
import { DashboardForm } from './DashboardForm'
import { useDashboardGrid, toGridWidth, type Dashboard } from './use-dashboard-grid'

const LINES_QUERY = { active: true, size: 200 } as const
/** An own or shared dashboard, with its cards as arranged for this screen width. */
export default function OwnDashboardView({ id, row }: { id: string; row: Dashboard | null }) {
  const { t } = useTranslation('overview')
  if (id === 'new') return <DashboardForm row={null} />
  if (!row) return <EmptyState title={t('own.gone')} advice={t('own.goneNext')} />
  return <DashboardPanel row={row} />
}
function DashboardPanel({ row }: { row: Dashboard }) {
  const { t } = useTranslation('overview')
  const person = useSession()
  const canShare = useHasPermission('dashboardEdit')
  const [containerRef, width] = useElementWidth<HTMLDivElement>()
  const [isArranging, setIsArranging] = useState(false)
  const [isCatalogueOpen, setIsCatalogueOpen] = useState(false)
  const grid = useDashboardGrid(row, toGridWidth(width))
  const { rows, isLoading } = useList(line, LINES_QUERY)
  const language = useLanguage()
  const lines = useMemo(
    () =>
      new Map(
        rows.map((lineRow) => [
          lineRow.id,
          `${lineRow.code} ${String(getFieldInLanguage(line, lineRow, 'name', language))}`,
        ]),
      ),
    [rows, language],
  )
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const isEditable = row.ownerId === person.userId || (row.roleIds.length > 0 && canShare)
  const getCardTitle = (card: CardName) => t(`dashboardContainer.subOptions.cards.card.${card}`)
  return (
    <div ref={containerRef} className="overview">
      {isEditable && (
        <div className="overview-bar">
          <Button icon={<EditIcon size={20} />} aria-pressed={isArranging} onClick={() => setIsArranging(!isArranging)}>
            {t(isArranging ? 'own.done' : 'own.arrange')}
          </Button>
          {isArranging && (
            <Button icon={<PlusIcon size={20} />} onClick={() => setIsCatalogueOpen(true)}>
              {t('own.addCard')}
            </Button>
          )}
        </div>
      )}
      {isCatalogueOpen && (
        <CardCatalogueDialog
          cards={catalogueOrder.filter((name) => hasPermission(person, getCardSpec(name).permissionKeys))}
          getCardTitle={getCardTitle}
          onClose={() => setIsCatalogueOpen(false)}
          onChoose={(card) => {
            setIsCatalogueOpen(false)
            grid.add({ key: createUuid7(getPlantNow()), card, lineId: null, period: null })
          }}
        />
      )}
      {isArranging && <DashboardForm row={row} />}
      {grid.cards.length === 0 && (
        <EmptyState title={t('own.empty')} advice={t(isArranging ? 'own.emptyArranging' : 'own.emptyNext')} />
      )}
      <div className="card-grid">
        {grid.cards.map((card, index) => (
          <div
            key={card.key}
            className={`card-cell is-${card.size}${draggedIndex === index ? ' is-dragged' : ''}`}
            draggable={isArranging}
            onDragStart={() => setDraggedIndex(index)}
            onDragEnd={() => setDraggedIndex(null)}
            onDragOver={(event) => draggedIndex !== null && event.preventDefault()}
            onDrop={() => draggedIndex !== null && draggedIndex !== index && grid.move(draggedIndex, index)}
          >
            <DashboardCard
              card={card.card}
              size={card.size}
              lineId={card.lineId}
              period={card.period ?? 'day'}
              lines={isLoading ? null : lines}
              tools={
                isArranging && (
                  <CardToolsBar
                    card={card}
                    title={getCardTitle(card.card)}
                    lines={lines}
                    isFirst={index === 0}
                    isLast={index === grid.cards.length - 1}
                    onMove={(offset) => grid.move(index, index + offset)}
                    onResize={(size) => grid.resize(card.key, size)}
                    onChange={(patch) => grid.set(card.key, patch)}
                    onRemove={() => grid.remove(card.key)}
                  />
                )
              }
            />
          </div>
        ))}
      </div>
    </div>
  )
}
