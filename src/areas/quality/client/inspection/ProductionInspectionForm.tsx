import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useList } from '@/client/api/use-list'
import type { UnsentCommand } from '@/client/api/phone'
import type { BaseRow } from '@/client/resource/use-draft'
import type { CommandFormState } from '@/client/resource/use-form'
import { PageSkeleton } from '@/client/ui/Skeleton'
import { addFirstInspection, dailyInspection, firstInspection, postInspection } from '../../contract/inspections'
import { FirstInspectionItemList, FirstInspectionResultField } from './FirstInspectionItems'
import { ItemAnswerList, type ItemAnswer } from '@/plant/client/shift-record/ItemAnswerList'
import { getInitialLine } from '@/plant/client/line/my-line'
import { ShiftRecordForm } from '@/plant/client/shift-record/ShiftRecordForm'
import { useShifts } from '@/plant/client/shift-record/use-shift'

export type ItemInspectionName = 'dailyInspection' | 'postInspection' | 'firstInspection'
const itemInspections = { dailyInspection, postInspection, firstInspection } as const
const FIELD_NAMES = {
  dailyInspection: ['lineId', 'businessDate', 'items', 'images', 'note'],
  postInspection: ['lineId', 'post', 'businessDate', 'items', 'images', 'note'],
  firstInspection: ['lineId', 'workOrderId', 'jumboRollId', 'images', 'items', 'result', 'note', 'businessDate'],
} as const
const itemRenderers = {
  items: (form: CommandFormState) => (
    <ItemAnswerList
      hasValues
      resultTextPrefix="quality:dailyInspection.subOptions.items.result"
      answers={(form.values['items'] ?? []) as ItemAnswer[]}
      disabled={form.submit.busy}
      onChange={(items) => form.setValues({ items })}
    />
  ),
}
const firstInspectionRenderers = {
  items: (form: CommandFormState) => <FirstInspectionItemList form={form} />,
  result: (form: CommandFormState) => <FirstInspectionResultField form={form} />,
}
export interface ProductionInspectionFormProps {
  name: ItemInspectionName
  row?: BaseRow | undefined
  unsent?: UnsentCommand | undefined
  refs?: Readonly<Record<string, string>>
  presetValues?: { lineId?: string | null; workOrderId?: string | null }
  onBack: () => void
  onDone: (id: string) => void
}

/**
 * Form of an item-by-item inspection (点检, 首检). A new one starts with the items of the previous inspection, else with
 * the default items.
 */
export function ProductionInspectionForm({
  name,
  row,
  unsent,
  refs,
  presetValues,
  onBack,
  onDone,
}: ProductionInspectionFormProps) {
  const { t } = useTranslation('quality')
  const { currentShift } = useShifts()
  const lastInspections = useList(
    itemInspections[name] as typeof dailyInspection,
    useMemo(() => ({ size: 1, sort: '-businessDate' }), []),
    { enabled: !row && !unsent },
  )
  const defaultItemTexts = t(`pages.inspection.items.${name}`, { returnObjects: true })
  const resource = itemInspections[name]
  if (lastInspections.isLoading) return <PageSkeleton />
  const previousInspection = lastInspections.rows[0]
  const items = previousInspection
    ? previousInspection.items.map(({ item, unit }): ItemAnswer => ({
        item,
        result: null,
        value: null,
        unit,
        note: null,
      }))
    : Object.values(defaultItemTexts).map((item): ItemAnswer => ({
        item,
        result: null,
        value: null,
        unit: null,
        note: null,
      }))
  const previousPost = previousInspection && 'post' in previousInspection ? { post: previousInspection.post } : {}
  const initialValues = {
    businessDate: currentShift.businessDate,
    shift: currentShift.shift,
    team: currentShift.team,
    items,
    ...(name === 'firstInspection' ? { result: 'ok' } : previousPost),
    ...(previousInspection ? { lineId: previousInspection.lineId } : {}),
    ...getInitialLine(),
    ...presetValues,
  }
  const { create, update } = resource.endpoints as { create?: Endpoint; update?: Endpoint }
  const isEdit = row !== undefined || (unsent !== undefined && unsent.op === update?.name)
  const editOrCreateEndpoint = isEdit ? update : create
  const endpoint = name === 'firstInspection' ? addFirstInspection : editOrCreateEndpoint
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`${name}.name`)}
      fieldNames={FIELD_NAMES[name]}
      row={row}
      unsent={unsent}
      refs={refs ?? lastInspections.refs}
      initialValues={initialValues}
      renderFields={name === 'firstInspection' ? firstInspectionRenderers : itemRenderers}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
