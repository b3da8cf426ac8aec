import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { BackIcon, CloseIcon, ForwardIcon } from '@/client/ui/icons'
import { periodKinds, type PeriodKind } from '@/plant/rules/periods'
import { getCardSpec } from '../../contract/cards'
import { sizesByCard, type CardSize } from '../../rules/grid'
import type { GridCard } from './use-dashboard-grid'

/**
 * Controls of a card while a dashboard is arranged: buttons that move it by one place (instead of dragging), size,
 * period, line and removal.
 */
export function CardToolsBar({
  card,
  title,
  lines,
  isFirst,
  isLast,
  onMove,
  onResize,
  onSet,
  onRemove,
}: {
  card: GridCard & { size: CardSize }
  title: string
  lines: ReadonlyMap<string, string>
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onResize: (size: CardSize) => void
  onSet: (patch: Partial<GridCard>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation('overview')
  const spec = getCardSpec(card.card)
  const sizes: readonly CardSize[] = sizesByCard[card.card]
  const getLabel = (key: string) => t(`own.${key}`, { card: title })
  return (
    <div className="card-tools">
      <Button
        look="quiet"
        icon={<BackIcon size={20} />}
        aria-label={getLabel('earlier')}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        look="quiet"
        icon={<ForwardIcon size={20} />}
        aria-label={getLabel('later')}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <select
        className="ui-input"
        aria-label={getLabel('size')}
        value={card.size}
        onChange={(event) => onResize(sizes.find((size) => size === event.target.value) ?? card.size)}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {t(`dashboardContainer.subOptions.desk.size.${size}`)}
          </option>
        ))}
      </select>
      {spec.hasPeriod && (
        <select
          className="ui-input"
          aria-label={getLabel('period')}
          value={card.period ?? 'day'}
          onChange={(event) => onSet({ period: event.target.value as PeriodKind })}
        >
          {periodKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`inputOptions.period.${kind}`)}
            </option>
          ))}
        </select>
      )}
      {spec.lineScope !== 'none' && (
        <select
          className="ui-input"
          aria-label={getLabel('line')}
          value={card.lineId ?? ''}
          onChange={(event) => onSet({ lineId: event.target.value || null })}
        >
          <option value="">{spec.lineScope === 'must' ? t('own.chooseLine') : t('pages.allLines')}</option>
          {[...lines].map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      )}
      <Button look="quiet" icon={<CloseIcon size={20} />} aria-label={getLabel('remove')} onClick={onRemove} />
    </div>
  )
}
