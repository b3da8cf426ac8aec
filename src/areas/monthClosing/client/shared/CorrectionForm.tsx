import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { canCall, type Endpoint, type EndpointInput } from '@/contract/endpoint'
import { choice } from '@/contract/field'
import { useEndpoint } from '@/client/api/use-list'
import { LazyCommandForm } from '@/client/resource/ResourceForm'
import type { FormValues } from '@/client/resource/form-values'
import { useActor, useAllowedOptions } from '@/client/session/use-session'
import { Quantity } from '@/client/ui/Quantity'
import { restrictedCostSums } from '@/areas/figures/contract/metrics'
import { sumNames, sumSpecs, type SumName } from '@/areas/figures/rules/shift-sums'
import { useShiftCheck } from '@/plant/client/shift-record/use-shift-check'
import { correctReportSum, currentReportSum } from '../../contract/correction-endpoints'
import { getCorrectionPermission } from '../../rules/correction-permissions'

/** Returns the sums that the person may correct. */
export function useCorrectableSums(): readonly SumName[] {
  const actor = useActor()
  const getAllowedOptions = useAllowedOptions()
  return useMemo(
    () =>
      getAllowedOptions({ options: sumNames, restrictedOptions: restrictedCostSums }).filter((name) =>
        canCall(getCorrectionPermission(name), actor),
      ),
    [actor, getAllowedOptions],
  )
}
/** Returns true if a name is that of a sum. */
export const isSumName = (name: unknown): name is SumName => (sumNames as readonly unknown[]).includes(name)
const getSumUnit = (sum: unknown): string => (isSumName(sum) ? sumSpecs[sum].unit : '')

/** 数据更正: form for a sum of a shift of a line, showing its current value and the value after the correction. */
export function CorrectionForm({
  initialValues,
  correctableSums,
  onBack,
}: {
  initialValues: FormValues
  correctableSums: readonly SumName[]
  onBack: () => void
}) {
  const { t } = useTranslation('monthClosing')
  const shiftCheck = useShiftCheck()
  const endpoint = useMemo(
    () => ({
      ...correctReportSum,
      input: { ...correctReportSum.input, sum: choice(correctableSums, { required: true }) },
    }),
    [correctableSums],
  )
  return (
    <LazyCommandForm
      endpoint={endpoint as Endpoint<FormValues, unknown>}
      title={t('actions.sheet_alter')}
      startValues={initialValues}
      check={shiftCheck}
      draftScope={JSON.stringify(initialValues)}
      getUnits={({ sum }) => ({ value: getSumUnit(sum), difference: getSumUnit(sum) })}
      renderAround={renderWithSumPreview}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
const renderWithSumPreview = (fields: ReactNode, values: Readonly<FormValues>): ReactNode => (
  <>
    {fields}
    <SumPreview values={values} />
  </>
)
/** Renders nothing until sum, shift and line are selected. */
function SumPreview({ values }: { values: Readonly<FormValues> }) {
  const { businessDate, shift, lineId, orderId, sum, value, difference } = values
  if (!isSumName(sum) || !isNonEmptyString(businessDate) || !isNonEmptyString(shift) || !isNonEmptyString(lineId))
    return null
  const sumInput = { businessDate, shift, lineId, sum, orderId: isNonEmptyString(orderId) ? orderId : null }
  return <SumPreviewCard sumInput={sumInput} value={toNumberOrNull(value)} difference={toNumberOrNull(difference)} />
}
const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== ''
const toNumberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Displays the current sum and the result of the correction. */
function SumPreviewCard({
  sumInput,
  value,
  difference,
}: {
  sumInput: EndpointInput<typeof currentReportSum>
  value: number | null
  difference: number | null
}) {
  const { t } = useTranslation('monthClosing')
  const { data } = useEndpoint(currentReportSum, sumInput, { resources: ['shiftFigure', 'figureCorrection'] })
  if (!data) return null
  const { unit, digits } = sumSpecs[sumInput.sum]
  const correctedValue = value ?? (difference === null ? null : data.value + difference)
  const renderQuantity = (amount: number) => (
    <Quantity value={amount} unit={unit} decimals={Math.min(digits, 1)} hasFixedDecimals showsAllDigits />
  )
  return (
    <output className="ui-card">
      {t('pages.figureNow')} {renderQuantity(data.value)}
      {correctedValue !== null && <> → {renderQuantity(correctedValue)}</>}
    </output>
  )
}
