import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { useBusinessDate } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import { stockHistory, stockSheet } from '../contract/stock-calls'
import { ChooseDay } from './Choose'
import { FigureTiles } from '@/client/figures/FigureTiles'
import { GroupBar, Groups, useChosen } from './Groups'
import { RESOURCES } from './NowView'
import { useGrouping } from './stock-words'

const USUAL_DAYS = 30
/** 库存历史: the course of stock by day, and stock at the end of a day. */
export function HistoryView() {
  const { t } = useTranslation('stock')
  const [params] = useParams()
  const today = useBusinessDate()
  const to = params.get('to') ?? today
  const from = params.get('from') ?? addDays(to, 1 - USUAL_DAYS)
  const day = params.get('day') ?? to
  const { by, second, keys } = useGrouping(['product', 'grade'])
  const input = { from, to, day, by, ...(second ? { second } : {}), ...useChosen() }
  const found = useCall(stockHistory, input, RESOURCES)
  return (
    <div className="stock">
      <div className="stock-head">
        <GroupBar by={by} second={second}>
          <ChooseDay name="from" label={t('inputs.from')} value={from} max={today} />
          <ChooseDay name="to" label={t('inputs.to')} value={to} max={today} />
          <ChooseDay name="day" label={t('pages.atEndOf')} value={day} max={today} />
        </GroupBar>
        <ExportButton of={stockSheet} input={{ view: 'history', ...input }} />
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoaded of={found} />}
      {found.data && !found.error && !found.data.since && (
        <EmptyState title={t('pages.empty.history')} next={t('pages.empty.historyNext')} />
      )}
      {found.data && !found.error && found.data.since && (
        <>
          {found.data.since > from && <p className="stock-hint">{t('pages.since', { day: found.data.since })}</p>}
          <LineChart
            question={t('pages.question.course')}
            unit="kg"
            period={`${from} – ${to}`}
            decimals={0}
            xs={found.data.course.map((one) => one.day.slice(5))}
            series={(['kg', 'goodKg', 'downgradedKg', 'wasteKg'] as const).map((key) => ({
              name: t(key === 'kg' ? 'sheet.total' : `pages.course.${key}`),
              // Stock before the first movement is unknown, not zero.
              values: found.data.course.map((one) => (one.day < (found.data.since ?? '') ? null : one[key])),
            }))}
          />
          <h2>{t('pages.endOf', { day: found.data.day })}</h2>
          {found.data.day < found.data.since ? (
            <p className="stock-hint">{t('pages.since', { day: found.data.since })}</p>
          ) : (
            <FigureTiles
              tiles={[
                { word: t('answers.kg'), value: found.data.kg, unit: 'kg' },
                { word: t('answers.rolls'), value: found.data.rolls, unit: '' },
              ]}
            />
          )}
          {found.data.rows.length > 0 && <Groups stock={found.data} keys={keys} period={found.data.day} />}
        </>
      )}
    </div>
  )
}
