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
import { ShiftRecordForm } from '@/plant/client/sheet/ShiftRecordForm'
import { useShifts } from '@/plant/client/sheet/use-shift'
import { ParameterLines, type ParameterLine } from './ParameterLines'
import { useUsualOrder } from './use-usual-order'

export type ProcessInspectionName = 'processInspection1' | 'processInspection2'
const processChecks = {
  processInspection1: { resource: processInspection1, parameters: processParameters1, variant: 'mainLine' },
  processInspection2: { resource: processInspection2, parameters: processParameters2, variant: 'slitting' },
} as const
const NONE: ParameterLine[] = []
const only = ['lineId', 'workOrderId', 'businessDate', 'measuredAt', 'values', 'images', 'note'] as const

/** 工艺检查: form for the parameters of the order's standard; each value is judged as it is typed. */
export function ProcessInspectionForm({
  name,
  unsent,
  start,
  onBack,
  onDone,
}: {
  name: ProcessInspectionName
  unsent?: UnsentCommand | undefined
  start?: { lineId?: string | null }
  onBack: () => void
  onDone: (id: string) => void
}) {
  const { t } = useTranslation('quality')
  const { now } = useShifts()
  const { resource } = processChecks[name]
  const begin = {
    businessDate: now.businessDate,
    shift: now.shift,
    team: now.team,
    measuredAt: getPlantMoment(),
    values: [],
    ...getInitialLine(),
    ...start,
  }
  return (
    <ShiftRecordForm
      endpoint={resource.endpoints.create}
      title={t(`${name}.name`)}
      fieldNames={only}
      unsent={unsent}
      initialValues={begin}
      onBack={onBack}
      onDone={onDone}
      renderFields={{
        workOrderId: (form) => <OrderChoice form={form} />,
        values: (form) => <Values form={form} name={name} />,
      }}
    />
  )
}
/** Chooses the order: the one that runs on the line, or another running one. */
function OrderChoice({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('quality')
  const chosen = form.values['workOrderId']
  const offered = useUsualOrder(form)
  const { set } = form
  return (
    <select
      className="ui-input"
      aria-label={t('processInspection1.fields.workOrderId')}
      value={typeof chosen === 'string' ? chosen : ''}
      disabled={form.submit.busy}
      onChange={(event) => set({ workOrderId: event.target.value || null })}
    >
      <option value="">{t('pages.inspection.chooseOrder')}</option>
      {offered.map((row) => (
        <option key={row.id} value={row.id}>
          {row.number}
        </option>
      ))}
    </select>
  )
}

/** Inputs for the parameters of the standard; offline they come from the standards stored on the phone. */
function Values({ form, name }: { form: CommandFormState; name: ProcessInspectionName }) {
  const { t } = useTranslation('quality')
  const workOrderId = typeof form.values['workOrderId'] === 'string' ? form.values['workOrderId'] : null
  const lineId = typeof form.values['lineId'] === 'string' ? form.values['lineId'] : null
  const asked = useParameters(name, workOrderId, lineId)
  const lines = (form.values['values'] as ParameterLine[] | null | undefined) ?? NONE
  const { set } = form
  const keys = asked?.map(({ key }) => key).join()
  useEffect(() => {
    if (!asked || lines.map(({ key }) => key).join() === keys) return
    const typed = new Map(lines.map(({ key, actual }) => [key, actual]))
    set({ values: asked.map((one) => ({ ...one, actual: typed.get(one.key) ?? null })) })
    // Only a different set of parameters replaces the list; values already typed for the same parameters stay.
  }, [asked, keys, lines, set])
  if (!workOrderId) return <p className="quiet">{t('pages.inspection.orderFirst')}</p>
  if (asked?.length === 0) return <p className="ui-card is-warned">{t('pages.inspection.noStandard')}</p>
  return (
    <ParameterLines
      lines={lines}
      last={new Map((asked ?? []).map(({ key, last }) => [key, last]))}
      disabled={form.submit.busy}
      onChange={(values) => set({ values })}
    />
  )
}
interface Asked {
  key: string
  label: string
  unit: string | null
  low: number | null
  target: number | null
  high: number | null
  last: number | null
}
function useParameters(name: ProcessInspectionName, workOrderId: string | null, lineId: string | null): Asked[] | null {
  const { parameters, variant } = processChecks[name]
  const call = useEndpoint(
    parameters,
    { workOrderId, lineId },
    { enabled: workOrderId !== null, resources: [name, 'processStandard'] },
  )
  const { row: order } = useRow(workOrder, call.data ? null : workOrderId)
  const standards = useList(
    processStandard,
    { variant, newest: true, state: 'approved', size: 500 },
    !call.data && workOrderId !== null,
  )
  return useMemo(() => {
    if (call.data) return call.data as Asked[]
    if (!order || (call.isPending && !call.error && call.fetchStatus !== 'paused')) return null
    const standard =
      standards.rows.find((one) => one.productId === order.productId && one.lineId === lineId) ??
      standards.rows.find((one) => one.productId === order.productId && one.lineId === null)
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
  }, [call.data, call.isPending, call.error, call.fetchStatus, order, standards.rows, lineId])
}
