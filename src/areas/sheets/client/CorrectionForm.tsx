import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { canCall, type Endpoint, type EndpointInput } from '@/contract/endpoint'
import { choice } from '@/contract/field'
import { useEndpoint } from '@/client/api/use-list'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { useDoer, useAllowedOptions } from '@/client/session/use-session'
import { Quantity } from '@/client/ui/Quantity'
import { guardedCostSums } from '@/areas/figures/contract/metric-correction'
import { sumNames, sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'
import { useShiftCheck } from '@/plant/client/sheet/use-shift-check'
import { alterFigure, figureNow } from '../contract/alter-calls'
import { alterKeyOf } from '../rules/altering'

/** Returns the sums that the person may correct. */
export function useAlterable(): readonly SumName[] {
  const doer = useDoer()
  const open = useAllowedOptions()
  return useMemo(
    () => open({ options: sumNames, guarded: guardedCostSums }).filter((name) => canCall(alterKeyOf(name), doer)),
    [doer, open],
  )
}
/** Returns true if a name is that of a sum. */
export const isSum = (name: unknown): name is SumName => (sumNames as readonly unknown[]).includes(name)
const unitOf = (sum: unknown): string => (isSum(sum) ? sumSpecs[sum].unit : '')

/** 数据更正: form for a sum of a shift of a line, showing its current value and the value after the correction. */
export function CorrectionForm({
  start,
  mine,
  onBack,
}: {
  start: FormValues
  mine: readonly SumName[]
  onBack: () => void
}) {
  const { t } = useTranslation('sheets')
  const check = useShiftCheck()
  const endpoint = useMemo(
    () => ({ ...alterFigure, input: { ...alterFigure.input, sum: choice(mine, { required: true }) } }),
    [mine],
  )
  return (
    <LazyCommandForm
      endpoint={endpoint as Endpoint<FormValues, unknown>}
      title={t('actions.sheet_alter')}
      start={start}
      check={check}
      draftOf={JSON.stringify(start)}
      units={({ sum }) => ({ value: unitOf(sum), difference: unitOf(sum) })}
      around={withNow}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
const withNow = (fields: ReactNode, values: Readonly<FormValues>): ReactNode => (
  <>
    {fields}
    <Now values={values} />
  </>
)
/** Renders nothing until sum, shift and line are selected. */
function Now({ values }: { values: Readonly<FormValues> }) {
  const { businessDate, shift, lineId, orderId, sum, value, difference } = values
  if (!isSum(sum) || !isWord(businessDate) || !isWord(shift) || !isWord(lineId)) return null
  const asked = { businessDate, shift, lineId, sum, orderId: isWord(orderId) ? orderId : null }
  return <NowOf asked={asked} value={numberOf(value)} difference={numberOf(difference)} />
}
const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Displays the current sum and the result of the correction. */
function NowOf({
  asked,
  value,
  difference,
}: {
  asked: EndpointInput<typeof figureNow>
  value: number | null
  difference: number | null
}) {
  const { t } = useTranslation('sheets')
  const { data } = useEndpoint(figureNow, asked, { resources: ['shiftFigure', 'figureCorrection'] })
  if (!data) return null
  const { unit, digits } = sumSpecs[asked.sum]
  const after = value ?? (difference === null ? null : data.value + difference)
  const shown = (of: number) => <Quantity value={of} unit={unit} decimals={Math.min(digits, 1)} fixed whole />
  return (
    <output className="ui-card">
      {t('pages.figureNow')} {shown(data.value)}
      {after !== null && <> → {shown(after)}</>}
    </output>
  )
}
