import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/labels'
import type { Cells } from '@/client/resource/build-columns'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { useHasPermission, useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { sparePart, stockMovement } from '@/areas/spareParts/contract/spare-part'
import { StockMovementDialog } from './StockMovementDialog'

type MovementKind = 'in' | 'out' | 'count'

/** One part with its movements, and buttons for receipt, issue and count. */
export function SparePartPanel({ row, refs, onBack, onEdit, cells }: OpenRow & { cells: Cells }) {
  const { t } = useTranslation(['spareParts', 'client'])
  const getPartName = useRowText(sparePart, 'name')
  const canMove = useHasPermission('spareManagementMove')
  const canEdit = useCanCall(sparePart.endpoints.update)
  const [movementKind, setMovementKind] = useState<MovementKind | null>(null)
  return (
    <PageFrame
      title={String(row['code'])}
      subtitle={getPartName(row)}
      {...(onBack ? { onBack } : {})}
      tools={
        canEdit && (
          <Button
            look="quiet"
            icon={<EditIcon size={20} />}
            aria-label={t('client:resource.edit')}
            title={t('client:resource.edit')}
            onClick={onEdit}
          />
        )
      }
      primary={
        canMove && (
          <>
            <Button className="beside" onClick={() => setMovementKind('count')}>
              {t('stockMovement.options.kind.count')}
            </Button>
            <Button className="beside" onClick={() => setMovementKind('in')}>
              {t('stockMovement.options.kind.in')}
            </Button>
            <Button look="primary" onClick={() => setMovementKind('out')}>
              {t('stockMovement.options.kind.out')}
            </Button>
          </>
        )
      }
    >
      <ResourceDetailView resource={sparePart} row={row} refs={refs} cells={cells} />
      <MovementList partId={row.id} unit={String(row['unit'] ?? '')} />
      {movementKind && <StockMovementDialog kind={movementKind} row={row} onClose={() => setMovementKind(null)} />}
    </PageFrame>
  )
}

function MovementList({ partId, unit }: { partId: string; unit: string }) {
  const { t } = useTranslation('spareParts')
  const zone = usePlantZone()
  const canView = useHasPermission('spareManagementView')
  const { rows, refs } = useList(stockMovement, { partId, size: 20 }, { enabled: canView })
  if (rows.length === 0) return null
  return (
    <section className="under-detail stack">
      <h2>{t('pages.spareManagement.movements')}</h2>
      <ul className="movements">
        {rows.map(({ id, occurredAt, userId, repairId, reason, kind, quantity, quantityAfter }) => (
          <li key={id}>
            <span>
              {formatMoment(occurredAt, zone)}
              <small>{joinDistinct([userId && refs[userId], repairId && refs[repairId], reason])}</small>
            </span>
            <span className={`is-${kind}`}>
              {t(`stockMovement.options.kind.${kind}`)} <Quantity value={quantity} unit={unit} decimals={3} />
            </span>
            <span>
              {t('pages.spareManagement.left')} <Quantity value={quantityAfter} unit={unit} decimals={3} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
/** Joins words without duplicates: the reason of a movement for a repair is often the repair's number. */
const joinDistinct = (words: readonly (string | null | undefined)[]): string =>
  [...new Set(words.filter(Boolean))].join(' · ')
