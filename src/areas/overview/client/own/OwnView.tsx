import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import { useLanguage } from '@/client/format/use-language'
import { useList } from '@/client/api/use-list'
import { useWidth } from '@/client/resource/use-width'
import { hasPermission, useHasPermission, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { getPlantNow } from '@/client/clock'
import { EditIcon } from '@/client/ui/icons'
import { line } from '@/plant/contract/line'
import { cardNames, cardSpec, type CardName } from '../../contract/cards'
import { CardOf } from '../cards/CardOf'
import { CardTools } from './CardTools'
import { DashboardForm } from './DashboardForm'
import { useGrid, widthOf, type Container } from './use-grid'

const LINES = { active: true, size: 200 } as const
/** An own or shared dashboard, with its cards as arranged for this screen width. */
export default function OwnView({ id, row }: { id: string; row: Container | null }) {
  const { t } = useTranslation('overview')
  if (id === 'new') return <DashboardForm row={null} />
  if (!row) return <EmptyState title={t('own.gone')} next={t('own.goneNext')} />
  return <Shown row={row} />
}
function Shown({ row }: { row: Container }) {
  const { t } = useTranslation('overview')
  const person = useSession()
  const shares = useHasPermission('dashboardEdit')
  const [box, width] = useWidth<HTMLDivElement>()
  const [arranging, setArranging] = useState(false)
  const grid = useGrid(row, widthOf(width))
  const { rows, isLoading } = useList(line, LINES)
  const language = useLanguage()
  const lines = useMemo(
    () =>
      new Map(rows.map((one) => [one.id, `${one.code} ${String(getFieldInLanguage(line, one, 'name', language))}`])),
    [rows, language],
  )
  const [dragged, setDragged] = useState<number | null>(null)
  const mine = row.ownerId === person.userId || (row.roleIds.length > 0 && shares)
  const title = (card: CardName) => t(`dashboardContainer.subOptions.cards.card.${card}`)
  return (
    <div ref={box} className="overview">
      {mine && (
        <div className="overview-bar">
          <Button icon={<EditIcon size={20} />} aria-pressed={arranging} onClick={() => setArranging(!arranging)}>
            {t(arranging ? 'own.done' : 'own.arrange')}
          </Button>
          {arranging && (
            <label>
              <span className="ui-hidden">{t('own.addCard')}</span>
              <select
                className="ui-input"
                value=""
                onChange={(event) => {
                  const card = cardNames.find((name) => name === event.target.value)
                  if (card) grid.add({ key: createUuid7(getPlantNow()), card, lineId: null, period: null })
                }}
              >
                <option value="">{t('own.addCard')}</option>
                {cardNames
                  .filter((name) => hasPermission(person, cardSpec(name).keys))
                  .map((name) => (
                    <option key={name} value={name}>
                      {title(name)}
                    </option>
                  ))}
              </select>
            </label>
          )}
        </div>
      )}
      {arranging && <DashboardForm row={row} />}
      {grid.cards.length === 0 && (
        <EmptyState title={t('own.empty')} next={t(arranging ? 'own.emptyArranging' : 'own.emptyNext')} />
      )}
      <div className="card-grid">
        {grid.cards.map((card, i) => (
          <div
            key={card.key}
            className={`card-cell is-${card.size}${dragged === i ? ' is-dragged' : ''}`}
            draggable={arranging}
            onDragStart={() => setDragged(i)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => dragged !== null && dragged !== i && grid.move(dragged, i)}
          >
            <CardOf
              card={card.card}
              size={card.size}
              lineId={card.lineId}
              period={card.period ?? 'day'}
              lines={isLoading ? null : lines}
              tools={
                arranging && (
                  <CardTools
                    card={card}
                    title={title(card.card)}
                    lines={lines}
                    first={i === 0}
                    last={i === grid.cards.length - 1}
                    onMove={(by) => grid.move(i, i + by)}
                    onResize={(size) => grid.resize(card.key, size)}
                    onSet={(patch) => grid.set(card.key, patch)}
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
