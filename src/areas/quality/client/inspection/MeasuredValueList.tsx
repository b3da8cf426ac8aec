import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { formatInspectionLimits } from './format-inspection-limits'
import type { ParameterLine } from './ParameterInputList'

/** Lists measured parameters with the limits they were judged by, and highlights values outside them. */
export function MeasuredValueList({ values }: { values: unknown }) {
  const { t } = useTranslation('quality')
  const lines = Array.isArray(values) ? (values as ParameterLine[]) : []
  return (
    <ul className="parameters">
      {lines.map((line) => (
        <li key={line.key}>
          <b>{line.label}</b>
          <Quantity value={line.actual} unit={line.unit ?? ''} decimals={3} low={line.low} high={line.high} whole />
          <small>{formatInspectionLimits(line, t) ?? t('pages.inspection.noLimits')}</small>
        </li>
      ))}
    </ul>
  )
}
