import { useTranslation } from 'react-i18next'
import { Button } from '@/client/ui/Button'
import { BackIcon, CloseIcon, ForwardIcon } from '@/client/ui/icons'
import { Select } from '@/client/ui/Select'
import { periodKinds } from '@/plant/rules/periods'
import { getCardSpec } from '../../contract/cards'
import { sizesByCard, type CardSize } from '../../rules/grid'
import type { GridCard } from './use-dashboard-grid'

/**
 * Controls of a card while a person arranges a dashboard: move by one place (instead of dragging), size, period, line
 * and removal.
 */
export function CardToolsBar({
  card,
  title,
  lines,
  isFirst,
  isLast,
  onMove,
  onResize,
  onChange,
  onRemove,
}: {
  card: GridCard & { size: CardSize }
  title: string
  lines: ReadonlyMap<string, string>
  isFirst: boolean
  isLast: boolean
  /** Moves the card one place towards the start (-1) or the end (1). */
  onMove: (offset: -1 | 1) => void
  onResize: (size: CardSize) => void
  onChange: (patch: Partial<GridCard>) => void
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
      <Select
        label={getLabel('size')}
        value={card.size}
        options={sizes.map((size) => ({ value: size, label: t(`dashboardContainer.subOptions.desk.size.${size}`) }))}
        onChange={(chosen) => onResize(chosen)}
      />
      {spec.hasPeriod && (
        <Select
          label={getLabel('period')}
          value={card.period ?? 'day'}
          options={periodKinds.map((kind) => ({ value: kind, label: t(`inputOptions.period.${kind}`) }))}
          onChange={(chosen) => onChange({ period: chosen })}
        />
      )}
      {spec.lineScope !== 'none' && (
        <Select
          label={getLabel('line')}
          value={card.lineId ?? ''}
          options={[
            { value: '', label: spec.lineScope === 'required' ? t('own.chooseLine') : t('pages.allLines') },
            ...[...lines].map(([id, label]) => ({ value: id, label })),
          ]}
          onChange={(chosen) => onChange({ lineId: chosen || null })}
        />
      )}
      <Button look="quiet" icon={<CloseIcon size={20} />} aria-label={getLabel('remove')} onClick={onRemove} />
    </div>
  )
}
