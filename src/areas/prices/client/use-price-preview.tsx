import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callEndpoint } from '@/client/api/call-endpoint'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import type { Endpoint } from '@/contract/endpoint'

/** Effect of an unsaved price on orders; costs in CNY. */
export interface PricePreview {
  from: string
  to: string | null
  costed: boolean
  total: number
  before: number | null
  after: number | null
  orders: { id: string; label: string; before: number | null; after: number | null }[]
}
/**
 * Asks for confirmation before a price is saved and shows the affected orders and amounts. `confirmChange` resolves to
 * false if the person goes back.
 */
export function usePricePreview<In>(endpoint: Endpoint<In, unknown>): {
  confirmChange: (values: Readonly<Record<string, unknown>>) => Promise<boolean>
  dialog: ReactNode
} {
  const [preview, setPreview] = useState<PricePreview | null>(null)
  const resolveAnswer = useRef<(isConfirmed: boolean) => void>(() => undefined)
  const confirmChange = useCallback(
    async (values: Readonly<Record<string, unknown>>): Promise<boolean> => {
      const { id: _id, ...input } = values
      let result: PricePreview
      try {
        result = (await callEndpoint(endpoint, input as In)) as PricePreview
      } catch {
        return false // the error is already displayed
      }
      setPreview(result)
      return new Promise((resolve) => {
        resolveAnswer.current = resolve
      })
    },
    [endpoint],
  )
  const closeWithAnswer = (isConfirmed: boolean) => {
    setPreview(null)
    resolveAnswer.current(isConfirmed)
  }
  return { confirmChange, dialog: preview && <PricePreviewDialog preview={preview} onClose={closeWithAnswer} /> }
}

function PricePreviewDialog({ preview, onClose }: { preview: PricePreview; onClose: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const formatMoney = (value: number | null) => formatNumber(value, { language, decimals: 2, hasFixedDecimals: true })
  return (
    <Dialog open onClose={() => onClose(false)} title={t('pages.preview.title')}>
      <p>
        {preview.to
          ? t('pages.preview.between', { from: preview.from, to: preview.to })
          : t('pages.preview.since', { from: preview.from })}
      </p>
      {!preview.costed && <p>{t('pages.preview.notCosted')}</p>}
      {preview.costed && preview.total === 0 && <p>{t('pages.preview.none')}</p>}
      {preview.costed && preview.total > 0 && (
        <>
          <p>
            <b>
              {t('pages.preview.sum', {
                count: preview.total,
                before: formatMoney(preview.before),
                after: formatMoney(preview.after),
              })}
            </b>
          </p>
          <ul className="price-orders stack">
            {preview.orders.map((order) => (
              <li key={order.id}>
                <span>{order.label}</span>
                <span>
                  {formatMoney(order.before)} → {formatMoney(order.after)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="ui-actions">
        <Button onClick={() => onClose(false)}>{t('pages.preview.back')}</Button>
        <Button look="primary" onClick={() => onClose(true)}>
          {t('pages.preview.save')}
        </Button>
      </div>
    </Dialog>
  )
}
