import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint, useList, useRow } from '@/client/api/use-list'
import type { UnsentCommand } from '@/client/api/phone'
import { getPlantMoment } from '@/client/clock'
import type { CommandFormState } from '@/client/resource/use-form'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import {
  processInspection1,
  processInspection2,
  processParameters1,
  processParameters2,
} from '../../contract/inspections'
import { getInitialLine } from '@/plant/client/line/my-line'
import { ShiftRecordForm } from '@/plant/client/shift-record/ShiftRecordForm'
import { useShifts } from '@/plant/client/shift-record/use-shift'
import { ParameterInputList, type ParameterWithValue } from './ParameterInputList'
import { useDefaultOrder } from './use-default-order'
import { Select } from '@/client/ui/Select'

export type ProcessInspectionName = 'processInspection1' | 'processInspection2'
const PROCESS_INSPECTIONS = {
  processInspection1: { resource: processInspection1, parameters: processParameters1, variant: 'mainLine' },
  processInspection2: { resource: processInspection2, parameters: processParameters2, variant: 'slitting' },
} as const
const NO_PARAMETERS: ParameterWithValue[] = []
const FIELD_NAMES = ['lineId', 'workOrderId', 'businessDate', 'measuredAt', 'values', 'images', 'note'] as const

/** 工艺检查: form for the parameters of the order's standard; each value is judged as it is typed. */
export function ProcessInspectionForm({
  name,
  unsent,
  presetValues,
  onBack,
  onDone,
}: {
  name: ProcessInspectionName
  unsent?: UnsentCommand | undefined
  presetValues?: { lineId?: string | null }
  onBack: () => void
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('quality')
  const { currentShift } = useShifts()
  const { resource } = PROCESS_INSPECTIONS[name]
  const initialValues = {
    businessDate: currentShift.businessDate,
    shift: currentShift.shift,
    team: currentShift.team,
    measuredAt: getPlantMoment(),
    values: [],
    ...getInitialLine(),
    ...presetValues,
  }
  return (
    <ShiftRecordForm
      endpoint={resource.endpoints.create}
      title={t(`${name}.name`)}
      fieldNames={FIELD_NAMES}
      unsent={unsent}
      initialValues={initialValues}
      onBack={onBack}
      onDone={onDone}
      renderFields={{
        workOrderId: (form) => <OrderField form={form} />,
        values: (form) => <ParameterValuesField form={form} name={name} />,
      }}
    />
  )
}
/** Chooses the order: the order that runs on the line, or another running order. */
function OrderField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('quality')
  const chosenOrderId = form.values['workOrderId']
  const offeredOrders = useDefaultOrder(form)
  const { setValues } = form
  return (
    <Select
      label={t('processInspection1.fields.workOrderId')}
      disabled={form.submit.busy}
      value={typeof chosenOrderId === 'string' ? chosenOrderId : ''}
      options={[
        { value: '', label: t('pages.inspection.chooseOrder') },
        ...offeredOrders.map((row) => ({ value: row.id, label: row.number })),
      ]}
      onChange={(chosen) => setValues({ workOrderId: chosen || null })}
    />
  )
}

/** Inputs for the parameters of the standard; offline they come from the standards stored on the phone. */
function ParameterValuesField({ form, name }: { form: CommandFormState; name: ProcessInspectionName }) {
  const { t } = useTranslation('quality')
  const workOrderId = typeof form.values['workOrderId'] === 'string' ? form.values['workOrderId'] : null
  const lineId = typeof form.values['lineId'] === 'string' ? form.values['lineId'] : null
  const standardParameters = useStandardParameters(name, workOrderId, lineId)
  const parameters = (form.values['values'] as ParameterWithValue[] | null | undefined) ?? NO_PARAMETERS
  const { setValues } = form
  const standardKeys = standardParameters?.map(({ key }) => key).join()
  useEffect(() => {
    if (!standardParameters || parameters.map(({ key }) => key).join() === standardKeys) return
    const valueByKey = new Map(parameters.map(({ key, actual }) => [key, actual]))
    setValues({
      values: standardParameters.map((parameter) => ({ ...parameter, actual: valueByKey.get(parameter.key) ?? null })),
    })
    // Only a different set of parameters replaces the list; values already typed for the same parameters stay.
  }, [standardParameters, standardKeys, parameters, setValues])
  if (!workOrderId) return <p className="quiet">{t('pages.inspection.orderFirst')}</p>
  if (standardParameters?.length === 0) return <p className="ui-card is-warned">{t('pages.inspection.noStandard')}</p>
  return (
    <ParameterInputList
      parameters={parameters}
      previousValues={new Map((standardParameters ?? []).map(({ key, last }) => [key, last]))}
      disabled={form.submit.busy}
      onChange={(values) => setValues({ values })}
    />
  )
}
interface StandardParameter {
  key: string
  label: string
  unit: string | null
  low: number | null
  target: number | null
  high: number | null
  last: number | null
}
/**
 * Returns the parameters of the order's standard, from the server or else from the standards on this phone. Null while
 * loading, empty without a standard.
 */
function useStandardParameters(
  name: ProcessInspectionName,
  workOrderId: string | null,
  lineId: string | null,
): StandardParameter[] | null {
  const { parameters: parametersEndpoint, variant } = PROCESS_INSPECTIONS[name]
  const query = useEndpoint(
    parametersEndpoint,
    { workOrderId, lineId },
    { enabled: workOrderId !== null, resources: [name, 'processStandard'] },
  )
  const { row: order } = useRow(workOrder, query.data ? null : workOrderId)
  const standards = useList(
    processStandard,
    { variant, newest: true, state: 'approved', size: 500 },
    { enabled: !query.data && workOrderId !== null },
  )
  return useMemo(() => {
    if (query.data) return query.data as StandardParameter[]
    if (!order || (query.isPending && !query.error && query.fetchStatus !== 'paused')) return null
    const standard =
      standards.rows.find((candidate) => candidate.productId === order.productId && candidate.lineId === lineId) ??
      standards.rows.find((candidate) => candidate.productId === order.productId && candidate.lineId === null)
    return standard
      ? standard.parameters.map(({ key, label, unit, low, target, high }) => ({
          key,
          label,
          unit,
          low,
          target,
          high,
          last: null,
        }))
      : []
  }, [query.data, query.isPending, query.error, query.fetchStatus, order, standards.rows, lineId])
}
