import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '@/client/api/use-list'
import type { Field, Fields } from '@/contract/field'
import { FieldView } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { erpOrder, settleErpConflict } from '@/areas/orders/contract/erp-order'

const resource = erpOrder
type ConflictSide = 'ours' | 'theirs'

/** Changes of the ERP to a running order, field by field: a person accepts the ERP's value or keeps ours. */
export default function ConflictPage({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('orders')
  const { row, refs, isLoading } = useRow(erpOrder, id)
  const labels = useLabels('orders')
  const [sideByField, setSideByField] = useState<Readonly<Record<string, ConflictSide>>>({})
  const [isReasonDialogOpen, setReasonDialogOpen] = useState(false)
  const conflictEntries = Object.entries(row?.conflict ?? {})
  const undecidedCount = conflictEntries.filter(([field]) => !sideByField[field]).length
  return (
    <PageFrame
      primaryStaysAtBottom
      title={t('pages.sync.settleTitle')}
      subtitle={
        row
          ? [row.externalNumber, row.workOrderId && refs[row.workOrderId], row.customerName].filter(Boolean).join(' · ')
          : null
      }
      onBack={onBack}
      primary={
        row &&
        conflictEntries.length > 0 && (
          <Button look="primary" disabled={undecidedCount > 0} onClick={() => setReasonDialogOpen(true)}>
            {undecidedCount > 0 ? t('pages.sync.stillOpen', { count: undecidedCount }) : t('actions.erpOrder_settle')}
          </Button>
        )
      }
    >
      {!row &&
        (isLoading ? (
          <SkeletonDetail />
        ) : (
          <EmptyState title={t('pages.sync.gone')} advice={t('pages.sync.goneNext')} />
        ))}
      {row && conflictEntries.length === 0 && (
        <EmptyState title={t('pages.sync.noConflict')} advice={t('pages.sync.goneNext')} />
      )}
      {row && conflictEntries.length > 0 && (
        <div className="conflicts">
          <p className="quiet">{t('pages.sync.conflictWhy')}</p>
          <div className="cluster">
            {(['ours', 'theirs'] as const).map((side) => (
              <Button
                key={side}
                onClick={() => setSideByField(Object.fromEntries(conflictEntries.map(([field]) => [field, side])))}
              >
                {t(`pages.sync.all_${side}`)}
              </Button>
            ))}
          </div>
          {conflictEntries.map(([field, theirValue]) => {
            const fieldDefinition: Field | undefined = (resource.fields as Fields)[field]
            const renderValue = (value: unknown) =>
              fieldDefinition ? (
                <FieldView
                  field={fieldDefinition}
                  name={field}
                  place={{ area: 'orders', owner: 'erpOrder' }}
                  value={value}
                  refs={refs}
                  isDetail
                />
              ) : (
                String(value ?? '')
              )
            return (
              <fieldset key={field} className="ui-card conflict-field">
                <legend>{labels.field(resource, field)}</legend>
                {(['ours', 'theirs'] as const).map((side) => (
                  <label key={side} className={sideByField[field] === side ? 'is-chosen' : undefined}>
                    <input
                      type="radio"
                      name={field}
                      checked={sideByField[field] === side}
                      onChange={() => setSideByField({ ...sideByField, [field]: side })}
                    />
                    <small>{t(`inputOptions.take.${side}`)}</small>
                    <b>{renderValue(side === 'ours' ? row[field as keyof typeof row] : theirValue)}</b>
                  </label>
                ))}
              </fieldset>
            )
          })}
        </div>
      )}
      {row && isReasonDialogOpen && (
        <CommandDialog
          command={settleErpConflict}
          row={row}
          values={{
            take: 'ours',
            fields: conflictEntries.map(([field]) => ({ field, take: sideByField[field] ?? 'ours' })),
          }}
          above={
            <p>
              {t('pages.sync.settleWhy', {
                theirs: Object.values(sideByField).filter((side) => side === 'theirs').length,
                count: conflictEntries.length,
              })}
            </p>
          }
          changedResources={['workOrder']}
          savedMessage={t('pages.sync.settled')}
          onSaved={onBack}
          onClose={() => setReasonDialogOpen(false)}
        />
      )}
    </PageFrame>
  )
}
