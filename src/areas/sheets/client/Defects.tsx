import { useTranslation } from 'react-i18next'
import { ParetoChart } from '@/client/ui/Charts'
import type { SheetAnswer } from './SheetPage'

interface Defect {
  defect: string | null
  kg: number | null
}
/** Pareto chart of downgraded slit rolls by defect. */
export function Defects({ of }: { of: SheetAnswer }) {
  const { t } = useTranslation(['sheets', 'rolls'])
  const defects = 'defects' in of ? (of.defects as readonly Defect[]) : []
  if (defects.length === 0) return null
  return (
    <ParetoChart
      question={t('pages.question.defects')}
      unit="kg"
      period={`${of.from} – ${of.to}`}
      items={defects.map(({ defect, kg }) => ({
        name: t(`rolls:jumboRoll.subOptions.defects.kind.${defect}`, { defaultValue: defect ?? '' }),
        value: kg ?? 0,
      }))}
    />
  )
}
