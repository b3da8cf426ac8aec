import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useRow } from '@/client/api/use-list'
import type { Field, Fields } from '@/contract/field'
import { FieldShow } from '@/client/fields/registry'
import { useLabels } from '@/client/i18n/labels'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { erpOrder, settleErpConflict } from '@/areas/orders/contract/erp-order'
import { ReasonDialog } from '@/client/ui/ReasonDialog'

const resource = erpOrder
type Side = 'ours' | 'theirs'

/** Changes of the ERP to a running order, field by field: a person accepts the ERP's value or keeps ours. */
export default function ConflictPage({ id, onBack }: { id: string; onBack: () => void }) {
  const { t } = useTranslation('orders')
  const { row, refs, isLoading } = useRow(erpOrder, id)
  const labels = useLabels('orders')
  const settle = useCommand(settleErpConflict)
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const [isAskingReason, setAskingReason] = useState(false)
  const conflictEntries = Object.entries(row?.conflict ?? {})
  const undecidedCount = conflictEntries.filter(([field]) => !sides[field]).length
  const save = async (reason: string) => {
    if (!row) return
    try {
      await settle.run(
        {
          id: row.id,
          version: row.version,
          take: 'ours',
          fields: conflictEntries.map(([field]) => ({ field, take: sides[field] ?? 'ours' })),
          reason,
        },
        { changes: ['workOrder'] },
      )
      void notify(t('pages.sync.settled'), 'success')
      onBack()
    } catch (error) {
      setAskingReason(false)
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <PageFrame
      primaryStaysAtBottom
      title={t('pages.sync.settleTitle')}
      sub={
        row
          ? [row.externalNumber, row.workOrderId && refs[row.workOrderId], row.customerName].filter(Boolean).join(' · ')
          : null
      }
      onBack={onBack}
      primary={
        row &&
        conflictEntries.length > 0 && (
          <Button look="primary" disabled={undecidedCount > 0 || settle.busy} onClick={() => setAskingReason(true)}>
            {undecidedCount > 0 ? t('pages.sync.stillOpen', { count: undecidedCount }) : t('actions.erpOrder_settle')}
          </Button>
        )
      }
    >
      {!row &&
        (isLoading ? <SkeletonDetail /> : <EmptyState title={t('pages.sync.gone')} next={t('pages.sync.goneNext')} />)}
      {row && conflictEntries.length === 0 && (
        <EmptyState title={t('pages.sync.noConflict')} next={t('pages.sync.goneNext')} />
      )}
      {row && conflictEntries.length > 0 && (
        <div className="conflicts">
          <p className="quiet">{t('pages.sync.conflictWhy')}</p>
          <div className="conflict-all">
            {(['ours', 'theirs'] as const).map((side) => (
              <Button
                key={side}
                onClick={() => setSides(Object.fromEntries(conflictEntries.map(([field]) => [field, side])))}
              >
                {t(`pages.sync.all_${side}`)}
              </Button>
            ))}
          </div>
          {conflictEntries.map(([field, theirValue]) => {
            const fieldDefinition: Field | undefined = (resource.fields as Fields)[field]
            const renderValue = (value: unknown) =>
              fieldDefinition ? (
                <FieldShow
                  field={fieldDefinition}
                  name={field}
                  place={{ area: 'orders', owner: 'erpOrder' }}
                  value={value}
                  refs={refs}
                  full
                />
              ) : (
                String(value ?? '')
              )
            return (
              <fieldset key={field} className="ui-card conflict-field">
                <legend>{labels.field(resource, field)}</legend>
                {(['ours', 'theirs'] as const).map((side) => (
                  <label key={side} className={sides[field] === side ? 'is-chosen' : undefined}>
                    <input
                      type="radio"
                      name={field}
                      checked={sides[field] === side}
                      onChange={() => setSides({ ...sides, [field]: side })}
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
      {isAskingReason && (
        <ReasonDialog
          title={t('pages.sync.settleTitle')}
          submitLabel={t('actions.erpOrder_settle')}
          rows={3}
          requiresAnswer
          busy={settle.busy}
          onReason={(reason) => void save(reason)}
          onClose={() => setAskingReason(false)}
        >
          <p>
            {t('pages.sync.settleWhy', {
              theirs: Object.values(sides).filter((side) => side === 'theirs').length,
              count: conflictEntries.length,
            })}
          </p>
        </ReasonDialog>
      )}
    </PageFrame>
  )
}
