import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { usePlantZone } from '@/client/session/zone'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { stockInfo, stockSheet } from '../contract/stock-calls'
import { FigureTiles } from '@/client/figures/FigureTiles'
import { GroupBar, Groups, useChosen } from './Groups'
import { useGrouping } from './stock-words'

export const RESOURCES = { resources: ['slitRoll', 'jumboRoll', 'package'] }
const DAY = 86_400_000

/** 现有库存: current stock. */
export function NowView() {
  const { t } = useTranslation('stock')
  const { by, second, keys } = useGrouping(['product', 'grade'])
  const chosen = useChosen()
  const input = { by, ...(second ? { second } : {}), ...chosen }
  const found = useCall(stockInfo, input, RESOURCES)
  const aged = useCall(stockInfo, { by: 'age' as const, ...chosen }, RESOURCES)
  const graded = useCall(stockInfo, { by: 'grade' as const, ...chosen }, RESOURCES)
  const zone = usePlantZone()
  return (
    <div className="stock">
      <div className="stock-head">
        <GroupBar by={by} second={second} />
        <ExportButton of={stockSheet} input={{ view: 'now', ...input }} />
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoaded of={found} />}
      {found.data && !found.error && found.data.rolls === 0 && (
        <EmptyState title={t('pages.empty.now')} next={t('pages.empty.nowNext')} />
      )}
      {found.data && !found.error && found.data.rolls > 0 && (
        <>
          <FigureTiles
            tiles={[
              { word: t('answers.kg'), value: found.data.kg, unit: 'kg' },
              { word: t('answers.rolls'), value: found.data.rolls, unit: '' },
              { word: t('answers.packages'), value: found.data.packages, unit: '' },
              {
                word: t('pages.downgradedRolls'),
                value: sumOf(graded.data?.rows, (row) => row.grade === 'downgraded'),
                unit: 'kg',
              },
              {
                word: t('pages.aged'),
                value: sumOf(aged.data?.rows, (row) => row.age === 'd180' || row.age === 'older'),
                unit: 'kg',
                note: found.data.oldestAt
                  ? t('pages.oldest', {
                      days: Math.floor((Date.parse(found.data.at) - Date.parse(found.data.oldestAt)) / DAY),
                    })
                  : null,
              },
            ]}
          />
          <Groups stock={found.data} keys={keys} period={t('pages.asOf', { at: formatMoment(found.data.at, zone) })} />
        </>
      )}
    </div>
  )
}
const sumOf = <R extends { kg: number }>(rows: readonly R[] | undefined, which: (row: R) => boolean): number | null =>
  rows ? rows.filter(which).reduce((sum, { kg }) => sum + kg, 0) : null
