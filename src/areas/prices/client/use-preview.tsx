import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '@/client/api/call'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { Button } from '@/client/ui/Button'
import { Sheet } from '@/client/ui/Sheet'
import type { Endpoint } from '@/contract/endpoint'

/** Effect of an unsaved price on orders. */
export interface Previewed {
  from: string
  to: string | null
  costed: boolean
  total: number
  before: number | null
  after: number | null
  orders: { id: string; label: string; before: number | null; after: number | null }[]
}
/**
 * Asks for confirmation before a price is saved, with the affected orders and amounts. `confirmChange` resolves to
 * false if the person goes back.
 */
export function usePreview<In>(endpoint: Endpoint<In, unknown>): {
  before: (values: Readonly<Record<string, unknown>>) => Promise<boolean>
  sheet: ReactNode
} {
  const [shown, setShown] = useState<Previewed | null>(null)
  const answer = useRef<(go: boolean) => void>(() => undefined)
  const before = useCallback(
    async (values: Readonly<Record<string, unknown>>): Promise<boolean> => {
      const { id: _id, ...input } = values
      let found: Previewed
      try {
        found = (await call(endpoint, input as In)) as Previewed
      } catch {
        return false // the error is already displayed
      }
      setShown(found)
      return new Promise((resolve) => {
        answer.current = resolve
      })
    },
    [endpoint],
  )
  const close = (go: boolean) => {
    setShown(null)
    answer.current(go)
  }
  return { before, sheet: shown && <PreviewSheet of={shown} onClose={close} /> }
}

function PreviewSheet({ of, onClose }: { of: Previewed; onClose: (go: boolean) => void }) {
  const { t } = useTranslation('prices')
  const language = useLanguage()
  const money = (value: number | null) => formatNumber(value, { language, decimals: 2, fixed: true })
  return (
    <Sheet open onClose={() => onClose(false)} title={t('pages.preview.title')}>
      <p>
        {of.to ? t('pages.preview.between', { from: of.from, to: of.to }) : t('pages.preview.since', { from: of.from })}
      </p>
      {!of.costed && <p>{t('pages.preview.notCosted')}</p>}
      {of.costed && of.total === 0 && <p>{t('pages.preview.none')}</p>}
      {of.costed && of.total > 0 && (
        <>
          <p>
            <b>{t('pages.preview.sum', { count: of.total, before: money(of.before), after: money(of.after) })}</b>
          </p>
          <ul className="price-orders">
            {of.orders.map((order) => (
              <li key={order.id}>
                <span>{order.label}</span>
                <span>
                  {money(order.before)} → {money(order.after)}
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
    </Sheet>
  )
}
