import { useTranslation } from 'react-i18next'
import { FigureTable } from '@/client/figures/FigureTable'
import { figures } from '@/plant/rules/figures'
import { stopFigureFields } from '@/areas/reports/contract/stop-analysis'
import type { StopFigures } from '@/areas/reports/rules/stop-analysis'

type Row = StopFigures & { key: string; label: string }
const names = Object.keys(stopFigureFields) as (keyof typeof stopFigureFields)[]

/** Table of stop metrics for each line or team. */
export function StopFigureTable({ title, head, rows }: { title: string; head: string; rows: readonly Row[] }) {
  const { t } = useTranslation('plant')
  return (
    <FigureTable
      title={title}
      head={head}
      rows={rows}
      columns={names.map((name) => {
        const { unit } = figures[name]
        return {
          key: name,
          word: t(`figures.${name}.name`),
          unit,
          decimals: unit === '' ? 0 : 1,
          of: (row: Row) => row[name],
        }
      })}
    />
  )
}
