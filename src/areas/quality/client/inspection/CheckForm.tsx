import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useList } from '@/client/api/use-list'
import type { UnsentCommand } from '@/client/api/phone'
import type { BaseRow } from '@/client/resource/use-draft'
import type { CommandFormState } from '@/client/resource/use-form'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { addFirstInspection, dailyInspection, firstInspection, postInspection } from '../../contract/inspections'
import { FirstItems, FirstResult } from './FirstItems'
import { ItemLineList, type ItemLine } from '@/plant/client/sheet/ItemLineList'
import { getInitialLine } from '@/plant/client/line/my-line'
import { ShiftRecordForm } from '@/plant/client/sheet/ShiftRecordForm'
import { useShifts } from '@/plant/client/sheet/use-shift'

export type CheckName = 'dailyInspection' | 'postInspection' | 'firstInspection'
const checks = { dailyInspection, postInspection, firstInspection } as const
const only = {
  dailyInspection: ['lineId', 'businessDate', 'items', 'images', 'note'],
  postInspection: ['lineId', 'post', 'businessDate', 'items', 'images', 'note'],
  firstInspection: ['lineId', 'workOrderId', 'jumboRollId', 'images', 'items', 'result', 'note', 'businessDate'],
} as const
const draw = {
  items: (form: CommandFormState) => (
    <ItemLineList
      hasValues
      resultWordsKey="quality:dailyInspection.subOptions.items.result"
      lines={(form.values['items'] ?? []) as ItemLine[]}
      disabled={form.submit.busy}
      onChange={(items) => form.set({ items })}
    />
  ),
}
const drawFirst = {
  items: (form: CommandFormState) => <FirstItems form={form} />,
  result: (form: CommandFormState) => <FirstResult form={form} />,
}
export interface CheckFormProps {
  name: CheckName
  row?: BaseRow | undefined
  unsent?: UnsentCommand | undefined
  refs?: Readonly<Record<string, string>>
  start?: { lineId?: string | null; workOrderId?: string | null }
  onBack: () => void
  onDone: (id: string) => void
}

/**
 * Form of an item-by-item inspection (点检, 首检). A new one starts with the items of the previous inspection, else with
 * the default items.
 */
export function CheckForm({ name, row, unsent, refs, start, onBack, onDone }: CheckFormProps) {
  const { t } = useTranslation('quality')
  const { now } = useShifts()
  const last = useList(
    checks[name] as typeof dailyInspection,
    useMemo(() => ({ size: 1, sort: '-businessDate' }), []),
    !row && !unsent,
  )
  const words = t(`pages.inspection.items.${name}`, { returnObjects: true })
  const resource = checks[name]
  if (last.isLoading)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  const before = last.rows[0]
  const items = before
    ? before.items.map(({ item, unit }): ItemLine => ({ item, result: null, value: null, unit, note: null }))
    : Object.values(words).map((item): ItemLine => ({ item, result: null, value: null, unit: null, note: null }))
  const post = before && 'post' in before ? { post: before.post } : {}
  const begin = {
    businessDate: now.businessDate,
    shift: now.shift,
    team: now.team,
    items,
    ...(name === 'firstInspection' ? { result: 'ok' } : post),
    ...(before ? { lineId: before.lineId } : {}),
    ...getInitialLine(),
    ...start,
  }
  const { create, update } = resource.endpoints as { create?: Endpoint; update?: Endpoint }
  const endpoint =
    name === 'firstInspection' ? addFirstInspection : row || (unsent && unsent.op === update?.name) ? update : create
  return (
    <ShiftRecordForm
      endpoint={endpoint}
      title={t(`${name}.name`)}
      fieldNames={only[name]}
      row={row}
      unsent={unsent}
      refs={refs ?? last.refs}
      initialValues={begin}
      renderFields={name === 'firstInspection' ? drawFirst : draw}
      onBack={onBack}
      onDone={onDone}
    />
  )
}
