import './spare-parts.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useRowText } from '@/client/i18n/labels'
import type { ListRow } from '@/client/resource/build-columns'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { moveStock, sparePart } from '@/areas/spareParts/contract/spare-part'
import { calculateCountDifference, applyMovement, toPartMovement } from '@/areas/spareParts/rules/stock'
import { Stepper } from '@/plant/client/forms/Stepper'

/** Dialog that books one stock movement. A count asks for the actual stock and books the difference. */
export function StockMovementDialog({
  kind,
  row,
  onClose,
}: {
  kind: 'in' | 'out' | 'count'
  row: ListRow
  onClose: () => void
}) {
  const { t } = useTranslation('spareParts')
  const language = useLanguage()
  const partName = useRowText(sparePart, 'name')(row)
  const stockBefore = Number(row['quantity'] ?? 0)
  const unit = String(row['unit'] ?? '')
  const formatQuantity = (value: number) => formatNumber(value, { language, unit, decimals: 3 })
  const previewMovement = (quantity: number) =>
    applyMovement({ quantity: stockBefore, minimum: Number(row['minimum'] ?? 0) }, toPartMovement({ kind, quantity }))
  // For a count, people type the counted stock, and the difference to the current stock is booked.
  const toBookedQuantity = (amount: number) =>
    kind === 'count' ? calculateCountDifference(stockBefore, amount) : amount
  const quantityLabel = t(kind === 'count' ? 'pages.spareManagement.counted' : 'stockMovement.fields.quantity')
  return (
    <CommandDialog
      command={moveStock}
      row={null}
      label={t(`stockMovement.options.kind.${kind}`)}
      objectName={partName}
      values={{ partId: row.id, kind }}
      fieldNames={['quantity', 'reason']}
      fieldLabels={{ quantity: quantityLabel }}
      startValues={{ quantity: kind === 'count' ? stockBefore : 1 }}
      toInput={({ quantity = 0, ...values }) => ({ ...values, quantity: toBookedQuantity(quantity) })}
      above={<p>{t('pages.spareManagement.now', { quantity: formatQuantity(stockBefore) })}</p>}
      inputs={{
        quantity: ({ label, value, onChange }) => (
          <div className="stock-stepper">
            <Stepper label={label} value={value ?? 0} step={1} unit={unit} onChange={onChange} />
          </div>
        ),
      }}
      // The empty message disables the button; the preview shows the reason.
      check={({ quantity: amount = 0 }) => (previewMovement(toBookedQuantity(amount)).ok && amount >= 0 ? null : '')}
      preview={({ quantity: amount = 0 }) => {
        const decision = previewMovement(toBookedQuantity(amount))
        return (
          <output className={decision.ok ? 'quiet' : 'form-wrong'}>
            {decision.ok
              ? t('pages.spareManagement.then', { quantity: formatQuantity(decision.quantity) })
              : t(`refusals.stock.${decision.reason}`, { part: partName, available: decision.available, unit })}
            {decision.ok && decision.reachedLevel && ` · ${t('sparePart.fields.low')}`}
          </output>
        )
      }}
      onClose={onClose}
    />
  )
}
